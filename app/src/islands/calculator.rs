use leptos::html::Div;
use leptos::prelude::*;

/// Computes the memory calculator anew while one types. The form and the result are the page's own markup; without
/// JavaScript the form asks the server for the same.
#[island]
pub fn Calculator(children: Children) -> impl IntoView {
    let root = NodeRef::<Div>::new();

    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        if let Some(root) = root.get() {
            browser::enhance(&root.into());
        }
    });

    view! { <div class="calculator" node_ref=root>{children()}</div> }
}

#[cfg(feature = "hydrate")]
mod browser {
    use leptos::wasm_bindgen::JsCast;
    use leptos::wasm_bindgen::closure::Closure;
    use web_sys::{Element, FormData, HtmlElement, HtmlFormElement};

    use crate::estimate::form::{Field, Problem, Reading, read};
    use crate::estimate::format::{Separators, scaled};
    use crate::estimate::formula::formulas;
    use crate::estimate::picture::{percent, picture};
    use crate::estimate::{Estimate, Optimizer, Plan, estimate};

    pub(super) fn enhance(root: &HtmlElement) {
        let Ok(Some(form)) = root.query_selector("form") else { return };
        let form: HtmlFormElement = form.unchecked_into();
        let calculator = Calculator { root: root.clone(), form };
        let listener = Closure::<dyn Fn()>::new(move || calculator.update());
        if root.add_event_listener_with_callback("input", listener.as_ref().unchecked_ref()).is_ok() {
            // The listener lives as long as the page.
            listener.forget();
        }
        let _ = root.set_attribute("data-ready", "");
    }

    struct Calculator {
        root: HtmlElement,
        form: HtmlFormElement,
    }

    impl Calculator {
        fn update(&self) {
            let Ok(fields) = FormData::new_with_form(&self.form) else { return };
            let text_of = |name: &str| fields.get(name).as_string();
            let names = Field::ALL.map(Field::name);
            let choices = ["precision", "optimizer", "attention", "activations", "card"];
            let values: Vec<(&str, String)> =
                names.into_iter().chain(choices).filter_map(|name| Some((name, text_of(name)?))).collect();
            let value_of = |name: &str| values.iter().find(|(it, _)| *it == name).map(|(_, value)| value.as_str());
            self.show(&read(value_of));
        }

        fn show(&self, reading: &Reading) {
            let problems = reading.plan.as_ref().err().map(Vec::as_slice).unwrap_or_default();
            self.show_problems(problems);
            let outcome = reading.plan.as_ref().ok().map(|plan| (plan, estimate(plan)));
            self.hide("[data-problem=too-large]", !matches!(outcome, Some((_, Err(_)))));
            self.hide("[data-result]", !matches!(outcome, Some((_, Ok(_)))));
            if let Some((plan, Ok(result))) = outcome {
                self.show_result(plan, &result, reading.card.bytes());
            }
        }

        fn show_problems(&self, problems: &[Problem]) {
            for field in Field::ALL {
                let out_of_range = problems.contains(&Problem::Range(field));
                let indivisible = field == Field::Heads && problems.contains(&Problem::HeadsDivide);
                self.hide(&format!("[data-problem={}]", field.name()), !out_of_range);
                self.mark_invalid(field.name(), out_of_range || indivisible);
            }
            self.hide("[data-problem=heads-divide]", !problems.contains(&Problem::HeadsDivide));
            let int8 = problems.contains(&Problem::Int8Training);
            self.hide("[data-problem=int8-training]", !int8);
            self.mark_invalid("precision", int8);
        }

        fn show_result(&self, plan: &Plan, result: &Estimate, card: u64) {
            let formulas = formulas(plan);
            let drawn = picture(result, card);
            let parts = [
                ("weights", result.weights, formulas.weights),
                ("gradients", result.gradients, formulas.gradients),
                ("optimizer", result.optimizer, formulas.optimizer),
                ("activations", result.activations, formulas.activations),
            ];
            for ((name, bytes, formula), span) in parts.into_iter().zip(drawn.parts) {
                self.write(&format!("[data-out={name}]"), &self.amount(bytes));
                self.write(&format!("[data-formula={name}]"), &formula);
                let block = format!("[data-span={name}]");
                self.set(&block, "x", &percent(span.from));
                self.set(&block, "width", &percent(span.size));
            }
            let end = percent(drawn.card);
            self.set("[data-span=card]", "width", &end);
            self.set("[data-end]", "x1", &end);
            self.set("[data-end]", "x2", &end);
            self.set("[data-end-name]", "x", &end);
            self.write("[data-end-name]", &self.amount(card));
            self.write("[data-out=total]", &self.amount(result.total));
            let inference = plan.optimizer == Optimizer::None;
            self.hide("[data-when=training]", inference);
            self.hide("[data-when=inference]", !inference);
            self.write("[data-out=difference]", &self.amount(result.total.abs_diff(card)));
            self.hide("[data-fits=yes]", result.total > card);
            self.hide("[data-fits=no]", result.total <= card);
        }

        fn amount(&self, bytes: u64) -> String {
            let sign = |name: &str| self.form.get_attribute(name).and_then(|signs| signs.chars().next()).unwrap_or(' ');
            scaled(bytes, &Separators { group: sign("data-group"), decimal: sign("data-decimal") })
        }

        fn each(&self, selector: &str, change: impl Fn(&Element)) {
            let Ok(found) = self.root.query_selector_all(selector) else { return };
            for index in 0..found.length() {
                if let Some(element) = found.get(index).and_then(|node| node.dyn_into().ok()) {
                    change(&element);
                }
            }
        }

        fn write(&self, selector: &str, text: &str) {
            self.each(selector, |element| element.set_text_content(Some(text)));
        }

        fn set(&self, selector: &str, name: &str, value: &str) {
            self.each(selector, |element| {
                let _ = element.set_attribute(name, value);
            });
        }

        fn hide(&self, selector: &str, hidden: bool) {
            self.each(selector, |element| {
                let _ = element.toggle_attribute_with_force("hidden", hidden);
            });
        }

        fn mark_invalid(&self, name: &str, invalid: bool) {
            self.each(&format!("[name={name}]"), |element| {
                let _ = if invalid {
                    element.set_attribute("aria-invalid", "true")
                } else {
                    element.remove_attribute("aria-invalid")
                };
            });
        }
    }
}
