# Header, footer and the head of every page.

language-name = English
language-og = en_GB
number-group = ,
number-decimal = .

site-name = vramlab
site-image-alt = A strip of memory: live blocks, and between them free gaps that a request does not fit into
site-title-refused = Error: { $title }
site-skip = Skip to content
site-home = vramlab, home page
site-licence = Code and texts are open: MIT or Apache-2.0.
site-what = vramlab teaches how GPU memory really works. No account is needed: what you answer is kept for this browser.

nav-main = Main
nav-courses = Courses
nav-labs = Labs
nav-glossary = Glossary
nav-progress = Progress
nav-language = Language
nav-breadcrumb = You are here

theme-title = Colours
theme-system = System
theme-light = Light
theme-dark = Dark
