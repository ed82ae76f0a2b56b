use content::lang::Lang;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::Text;

/// Returns a day in the language's long form; `millis` counts from the epoch, and days are those of UTC.
pub fn date(lang: Lang, millis: i64) -> String {
    let day = day(millis);
    let text = Text::new(lang);
    let month = text.get(MONTHS[usize::try_from(day.month() - 1).unwrap_or(0).min(11)]);
    let year = u32::try_from(day.year()).unwrap_or(0);
    let number = u32::try_from(day.day()).unwrap_or(0);
    text.with("date-long", [("day", number.into()), ("month", month.into()), ("year", year.to_string().into())])
}

/// Returns a day as `2026-11-30`.
pub fn date_iso(millis: i64) -> String {
    day(millis).to_string()
}

/// Returns year and month (1 to 12).
pub fn year_and_month(millis: i64) -> (i16, i8) {
    let day = day(millis);
    (day.year(), day.month())
}

const MONTHS: [&str; 12] = [
    "month-1", "month-2", "month-3", "month-4", "month-5", "month-6", "month-7", "month-8", "month-9", "month-10",
    "month-11", "month-12",
];

/// A time outside the years that a calendar is kept for shows the first day there is.
fn day(millis: i64) -> Date {
    let time = Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH);
    TimeZone::UTC.to_datetime(time).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_their_language_does() {
        let millis = 1_796_083_200_000; // 2026-12-01T00:00:00Z
        assert_eq!(date_iso(millis), "2026-12-01");
        assert_eq!(date(Lang::EN, millis), "1\u{a0}December 2026");
        assert_eq!(date(Lang::VI, millis), "ngày 1\u{a0}tháng 12\u{a0}năm 2026");
        assert_eq!(year_and_month(millis - 1), (2026, 11));
    }
}
