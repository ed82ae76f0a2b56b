glossary-title = Thuật ngữ
glossary-lead = Mọi thuật ngữ dùng trong các khóa học, bằng từng ngôn ngữ.
glossary-index = Các thuật ngữ của khóa này
glossary-lesson = Được giải thích trong bài:
