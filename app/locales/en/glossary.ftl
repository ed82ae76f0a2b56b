glossary-title = Glossary
glossary-lead = Every term that the courses use, in each language.
glossary-index = Terms of this course
glossary-lesson = Explained in:
