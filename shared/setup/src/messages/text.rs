//! Reading a text with variables in braces.

use super::kind::{MessageKind, MessageVariable};

/// Words as they are, or a variable to be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextPiece<'a> {
    Words(&'a str),
    Variable(MessageVariable),
}

/// The pieces of a text in their order. A brace that belongs to no variable is a problem, as it is mostly a slip.
pub(super) fn pieces(text: &str) -> Result<Vec<TextPiece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((words, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or_else(|| "must close every brace it opens".to_owned())?;
        let variable = name.parse().map_err(|_| format!("must use only known variables, and {{{name}}} is none"))?;
        pieces.push(TextPiece::Words(words));
        pieces.push(TextPiece::Variable(variable));
        rest = after;
    }
    pieces.push(TextPiece::Words(rest));
    pieces.retain(|piece| *piece != TextPiece::Words(""));
    let closes = |piece: &TextPiece<'_>| matches!(piece, TextPiece::Words(words) if words.contains('}'));
    if pieces.iter().any(closes) {
        return Err("must open every brace it closes".to_owned());
    }
    Ok(pieces)
}

/// The problem with a text of this kind; none where it can be saved.
pub(super) fn problem(kind: MessageKind, text: &str) -> Option<String> {
    if text.contains('₹') {
        // It is not in the alphabet of SMS, so that the message would take twice the segments; and what stands in a template
        // is matched to the letter.
        return Some("must be written without ₹, which SMS does not know: write Rs.".to_owned());
    }
    let pieces = match pieces(text) {
        Ok(pieces) => pieces,
        Err(problem) => return Some(problem),
    };
    pieces.iter().find_map(|piece| match piece {
        TextPiece::Variable(variable) if !kind.variables().contains(variable) => {
            let known: Vec<&str> = kind.variables().iter().map(|known| known.as_str()).collect();
            Some(format!(
                "must use only known variables, and for this kind {{{variable}}} is none of: {}",
                known.join(", ")
            ))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_words_and_variables_in_their_order() {
        assert_eq!(
            pieces("Hello {name}, {time}{date}.").unwrap(),
            [
                TextPiece::Words("Hello "),
                TextPiece::Variable(MessageVariable::Name),
                TextPiece::Words(", "),
                TextPiece::Variable(MessageVariable::Time),
                TextPiece::Variable(MessageVariable::Date),
                TextPiece::Words("."),
            ]
        );
        assert_eq!(pieces("नमस्ते").unwrap(), [TextPiece::Words("नमस्ते")]);
    }

    #[test]
    fn what_cannot_be_filled_in_is_a_problem() {
        for (text, wrong) in [
            ("Hello {nome}", "known variables"),
            ("Hello { name }", "known variables"),
            ("Hello {{name}}", "known variables"),
            ("Hello {name", "must close"),
            ("Hello name}", "must open"),
            ("Hello {name} {}", "known variables"),
            ("Pay {amount}", "for this kind {amount} is none of: name, services"),
            ("Pay ₹499, {name}", "without ₹"),
        ] {
            let problem = problem(MessageKind::Reminder1h, text).unwrap();
            assert!(problem.contains(wrong), "{text}: {problem}");
        }
        assert_eq!(problem(MessageKind::Dues, "Hello {name}, {amount} is due."), None);
    }
}
