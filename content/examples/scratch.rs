fn main() {
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let l = content::load::load(std::path::Path::new("/tmp/all"));
        println!("{:?} {}", t.elapsed(), l.catalog.is_some());
    }
}
