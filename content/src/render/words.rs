//! Words that generated markup needs, by language.

use crate::lang::Lang;

use super::strip::State;

/// The words of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) footnote: &'static str,
    pub(super) back_to_text: &'static str,
    /// `{}` stands for the heading.
    pub(super) link_to_section: &'static str,
    pub(super) table: &'static str,
    pub(super) code: &'static str,
    pub(super) formula: &'static str,
    pub(super) legend: &'static str,
    pub(super) as_table: &'static str,
    pub(super) row: &'static str,
    pub(super) state_column: &'static str,
    pub(super) size: &'static str,
    pub(super) content: &'static str,
    /// `{}` stands for a number.
    pub(super) in_lines: &'static str,
    pub(super) not_to_scale: &'static str,
    pub(super) decimal: char,
    pub(super) thousands: char,
    /// In the order of [`super::strip::State::ALL`].
    pub(super) states: [&'static str; 7],
}

const ENGLISH: Words = Words {
    footnote: "Note",
    back_to_text: "Back to the text",
    link_to_section: "Link to this section: {}",
    table: "Table",
    code: "Code",
    formula: "Formula",
    legend: "Legend",
    as_table: "The same as a table",
    row: "Row",
    state_column: "State",
    size: "Size",
    content: "Content",
    in_lines: "drawn in {} lines",
    not_to_scale: "The smallest blocks are drawn larger than they are.",
    decimal: '.',
    thousands: ',',
    states: [
        "live",
        "cached, can be returned",
        "cached but pinned",
        "waiting for a stream",
        "unmapped",
        "outside PyTorch",
        "asked for and refused",
    ],
};

const VIETNAMESE: Words = Words {
    footnote: "Ghi chú",
    back_to_text: "Quay lại đoạn văn",
    link_to_section: "Liên kết đến mục này: {}",
    table: "Bảng",
    code: "Mã",
    formula: "Công thức",
    legend: "Chú giải",
    as_table: "Xem dưới dạng bảng",
    row: "Hàng",
    state_column: "Trạng thái",
    size: "Kích thước",
    content: "Nội dung",
    in_lines: "vẽ thành {} dòng",
    not_to_scale: "Các khối nhỏ nhất được vẽ lớn hơn thực tế.",
    decimal: ',',
    thousands: '.',
    states: [
        "đang dùng",
        "trong bộ nhớ đệm, có thể trả lại",
        "trong bộ nhớ đệm nhưng bị ghim",
        "đang chờ luồng (stream)",
        "chưa ánh xạ",
        "ngoài PyTorch",
        "được yêu cầu và bị từ chối",
    ],
};

impl Words {
    /// Returns the words of a language, or the English ones where nobody wrote them yet.
    pub(super) fn of(lang: Lang) -> &'static Self {
        match lang.code() {
            "vi" => &VIETNAMESE,
            _ => &ENGLISH,
        }
    }

    pub(super) fn state(&self, state: State) -> &'static str {
        self.states[state as usize]
    }

    /// Writes a number as the language does, such as `1,024.5`.
    pub(super) fn number(&self, value: f64) -> String {
        let text = format!("{value}");
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let mut out = String::new();
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index) % 3 == 0 && whole.len() > 3 {
                out.push(self.thousands);
            }
            out.push(digit);
        }
        if !fraction.is_empty() {
            out.push(self.decimal);
            out.push_str(fraction);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_the_language() {
        assert_eq!(Words::of(Lang::EN).number(20_480.5), "20,480.5");
        assert_eq!(Words::of(Lang::VI).number(20_480.5), "20.480,5");
        assert_eq!(Words::of(Lang::VI).number(512.0), "512");
    }
}
