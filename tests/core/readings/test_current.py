"""The readings that fit the pictures of a folder as they are now."""

from collections.abc import Iterable, Mapping

from core.readings.current import CurrentReadings, current_readings
from core.readings.reading import PictureReading, Reading
from core.readings.store import Readings


def readings(**pictures: str) -> Readings:
    """One reading of each image, named by a letter, of the picture that is given."""
    return Readings(
        {image: (PictureReading(image, picture, Reading("A", image)),) for image, picture in pictures.items()}
    )


def current(kept: Readings, folder: Mapping[str, str]) -> CurrentReadings:
    def hashes(images: Iterable[str]) -> Mapping[str, str]:
        return {image: folder[image] for image in images}

    return current_readings(kept, folder, hashes)


def test_a_reading_of_the_same_picture_counts():
    seen = current(readings(a="1", b="2"), {"a": "1", "b": "2", "c": "3"})
    assert (seen.readings.images, seen.renamed, seen.changed, seen.missing) == (("a", "b"), {}, (), ())


def test_a_reading_of_a_picture_that_changed_since_counts_for_nothing():
    seen = current(readings(a="1", b="2"), {"a": "9", "b": "2"})
    assert (seen.readings.images, seen.changed) == (("b",), ("a",))


def test_an_image_that_another_program_has_renamed_keeps_its_readings():
    seen = current(readings(a="1"), {"b": "1", "c": "2"})
    assert seen.renamed == {"a": "b"}
    assert seen.readings.of("b") == (PictureReading("b", "1", Reading("A", "a")),)
    assert seen.missing == ()


def test_of_two_missing_images_with_one_picture_none_was_renamed():
    seen = current(readings(a="1", b="1"), {"c": "1"})
    assert (seen.readings.images, seen.renamed, seen.missing) == ((), {}, ("a", "b"))


def test_of_two_new_images_with_the_picture_of_a_missing_one_none_takes_its_readings():
    seen = current(readings(a="1"), {"b": "1", "c": "1"})
    assert (seen.readings.images, seen.missing) == ((), ("a",))


def test_no_other_picture_is_looked_at_if_no_image_is_missing():
    asked: list[str] = []

    def hashes(images: Iterable[str]) -> Mapping[str, str]:
        asked.extend(images)
        return dict.fromkeys(asked, "1")

    current_readings(readings(a="1"), {"a": "", "b": "", "c": ""}, hashes)
    assert asked == ["a"]


def test_an_image_that_cannot_be_read_has_no_readings():
    kept = readings(a="1")
    seen = current_readings(kept, {"a"}, lambda images: {})
    assert (seen.readings.images, seen.changed) == ((), ("a",))
