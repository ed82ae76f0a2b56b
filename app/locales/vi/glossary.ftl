glossary-title = Thuật ngữ
glossary-lead = Các thuật ngữ dùng trong khóa học, bằng mọi ngôn ngữ của trang.
glossary-index = Các thuật ngữ của khóa này
glossary-lesson = Được giải thích trong bài:
