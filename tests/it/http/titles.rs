use anyhow::Result;
use content::lang::Lang;
use tests::course::{COURSE, course};
use tests::server::Server;
use tests::steps::practice_path;
use tests::visitor::{Answer, Visitor};

use super::LANGS;

/// Returns the title of a page, which a screen reader says before all else.
fn title(page: &Answer) -> String {
    page.texts("title").concat()
}

#[tokio::test]
async fn the_title_of_a_refused_form_says_that_there_is_an_error() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let error = if lang == Lang::EN { "Error: " } else { "Lỗi: " };
        let visitor = Visitor::of(&server);
        let refused = |page: &Answer, title_before: &str| {
            assert_eq!(page.status, 422, "{}", page.path);
            assert_eq!(title(page), format!("{error}{title_before}"), "{}", page.path);
        };

        let practice = practice_path(lang, &course().lessons[0].questions[0]);
        let lesson = visitor.visit(&practice).await?;
        refused(&visitor.post(&practice, &[("try", "1")]).await?, &title(&lesson));

        let first = visitor.start_quiz(lang).await?;
        assert!(!title(&first).starts_with(error), "{}", title(&first));
        refused(&visitor.submit(&first.form("form.question-form")?).await?, &title(&first));
        let result = visitor.finish_quiz(lang, first, &[]).await?;
        refused(&visitor.submit(&result.form("form#certificate")?.with("name", " ")).await?, &title(&result));

        let report = format!("/{lang}/report/{COURSE}/{}", course().lessons[0].questions[0].id);
        let report = visitor.get(&report).await?;
        refused(&visitor.submit(&report.form("form.report-form")?).await?, &title(&report));
    }
    Ok(())
}
