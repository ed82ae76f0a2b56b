# Pages for when something did not work: what happened, why, what to do.

error-not-found-title = There is no page at this address
error-not-found-text = The link may be old or have a typing slip in it. The pages below are the usual ways on.
error-bad-request-title = This request could not be read
error-bad-request-text = Something in the address or the form is not what this page expects. Go back, load the page anew and try once more.
error-foreign-origin-title = This form came from another site
error-foreign-origin-text = To protect your progress, forms are taken only from pages of this site. Open the page here and send the form again.
error-attempt-moved-on-title = This attempt has moved on
error-attempt-moved-on-text = It has ended in another window, or this question is no longer part of it. What you answered before is safe. Load the page again: it leads to where the attempt stands.
error-altered-title = This credential does not match its signature
error-altered-text = What is stored differs from what was signed, so it is not handed out. Do not rely on a copy of it, and tell the issuer.
error-learner-gone-title = Your progress was moved or deleted in another window
error-learner-gone-text = What you sent just now was not stored. Load the page again to see your progress as it is, and send it once more if you still want to.
error-too-large-title = That was more than this form takes
error-too-large-text = Nothing was stored. Shorten the text and send it again.
error-too-many-title = Too many requests in a short time
error-too-many-text = { $seconds ->
    [one] Nothing is lost. Wait { $seconds }{ "\u00A0" }second, then load the page again.
   *[other] Nothing is lost. Wait { $seconds }{ "\u00A0" }seconds, then load the page again.
}
error-too-many-answer-text = { $seconds ->
    [one] This answer was not stored. Go back to the question and send it again after { $seconds }{ "\u00A0" }second. What was confirmed before is stored.
   *[other] This answer was not stored. Go back to the question and send it again after { $seconds }{ "\u00A0" }seconds. What was confirmed before is stored.
}
error-too-many-answer-live = { $seconds ->
    [one] This answer was not stored: too many requests came in a short time. It still stands here, so press the button again after { $seconds }{ "\u00A0" }second.
   *[other] This answer was not stored: too many requests came in a short time. It still stands here, so press the button again after { $seconds }{ "\u00A0" }seconds.
}
error-too-many-form-text = { $seconds ->
    [one] What you sent was not stored. Go back and send it again after { $seconds }{ "\u00A0" }second. What was confirmed before is stored.
   *[other] What you sent was not stored. Go back and send it again after { $seconds }{ "\u00A0" }seconds. What was confirmed before is stored.
}
error-limit-tries-title = This question takes no more answers from you
error-limit-tries-text = You have answered it { $most } times, and more are not stored. Your earlier answers stay, and the first one is what counts. Go on with the next question, or begin the course anew with “Reset this course” under “Your progress”.
error-limit-attempts-title = You cannot start another attempt at this quiz
error-limit-attempts-text = You have { $most } attempts, and more are not stored. To make room, use “Reset this course” under “Your progress”: it removes the attempts without a certificate. Certificates stay valid.
error-limit-reports-title = This report was not stored
error-limit-reports-text = { $most } reports are stored from you, and more are not taken. The earlier ones are kept and will be read.
error-limit-browsers-title = No more browsers can share this progress
error-limit-browsers-text = { $most } browsers share it already. Nothing was changed here, and the link still works. Go on learning in one of the browsers that have the progress.
error-limit-runs-title = Your runs have to finish first
error-limit-runs-text = You have { $most } runs that wait or run. Wait until one is over, or cancel one, and start the next.
error-unavailable-title = The site cannot reach its database
error-unavailable-text = { $seconds ->
    [one] Nothing was lost: every answer that was confirmed is stored. The page usually works again within { $seconds }{ "\u00A0" }second; load it again then.
   *[other] Nothing was lost: every answer that was confirmed is stored. The page usually works again within { $seconds }{ "\u00A0" }seconds; load it again then.
}
error-not-stored-answer-title = This answer was not stored
error-not-stored-answer-text = { $seconds ->
    [one] The site cannot store anything right now. Go back to the question and send the answer again after { $seconds }{ "\u00A0" }second. That is safe: even if it has arrived, it counts only once. What was confirmed before is stored.
   *[other] The site cannot store anything right now. Go back to the question and send the answer again after { $seconds }{ "\u00A0" }seconds. That is safe: even if it has arrived, it counts only once. What was confirmed before is stored.
}
error-not-stored-answer-live = { $seconds ->
    [one] This answer was not stored: the site cannot store anything right now. It still stands here, so press the button again after { $seconds }{ "\u00A0" }second. That is safe: even if it has arrived, it counts only once.
   *[other] This answer was not stored: the site cannot store anything right now. It still stands here, so press the button again after { $seconds }{ "\u00A0" }seconds. That is safe: even if it has arrived, it counts only once.
}
error-not-stored-form-title = What you sent was not stored
error-not-stored-form-text = { $seconds ->
    [one] The site cannot store anything right now. Go back and send it again after { $seconds }{ "\u00A0" }second. What was confirmed before is stored.
   *[other] The site cannot store anything right now. Go back and send it again after { $seconds }{ "\u00A0" }seconds. What was confirmed before is stored.
}
error-back-to-question = Back to the question
error-back-to-form = Back to the form
error-timeout-title = This took too long
error-timeout-text = The server stopped waiting. Load the page again; an answer that was stored is shown, one that was not can be given again.
error-internal-title = Something went wrong on our side
error-internal-text = The fault is recorded. Load the page again in a moment; what you answered before is safe.
error-link-spent-title = This link has been used or is too old
error-link-spent-text = A link that carries progress to another device works once and for a short time. Make a new one on the device that has your progress.
error-method-title = This address is not opened that way
error-method-text = It takes another kind of request, for example from a form. Use the page that links here.
error-request-id = If you write to us about it, quote
error-links = Ways on
error-retry = Load again
error-withdrawn-title = This certificate has been withdrawn
error-withdrawn-text = Its signed credential is no longer served. The page of the certificate says what is known of it.
error-unfit-title = This run cannot be started
error-unfit-text = Something about it is not possible. Change the values and start it again.
error-not-theirs-title = This run belongs to another browser
error-not-theirs-text = Only the browser that started a run can cancel it. You can go on watching.
