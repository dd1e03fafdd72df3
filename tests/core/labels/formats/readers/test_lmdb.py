"""A database that LMDB 0.9.36 wrote, as create_lmdb_dataset.py of deep-text-recognition-benchmark has it write."""

import base64
import os
import random
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import FormatError
from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.lmdb import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source

# num-samples 60; word1 … word60 on pictures of 8 × 20 (PNG), but 词3, and word2 on 32 × 48 (BMP, in overflow pages)
WRITTEN = zlib.decompress(
    base64.b85decode(
        "c-rlqUuYCp6vprD&g{<4Uy&eIw1h&7lqz%Q-aFY)5i473pbbHMkW$2m*3@oNQQE4AN+}Y>f)pR5v?3xR7Oa#~B#1;2*#{{;lp+#D"
        "B$OhhEh-|VV0X`M(wN@a_94^L+VcyW4f&EeXTJ<5+1c;jFgAe=?{AL&e8FH-S=PLpHSrbgdDMdaO(wqHU<5%B1VIo4K@bE%WQCFG"
        "^Z(rB@l7`InI=10_l3u*Pwj^w2!bF8f*=TjAc&bFH|3)hY&?G;+#KEyb_aIwu|MBG=|$d%TXDZ});PCI)zSldukF}}i%%C%72?8q"
        "YlU^qeBB(+4~21fEC_;K{vB_Pcg2<NF~@VZm&WZr`+RX>@o<3^s@8S0VxG;<&kyJB8|#d#GyYhb*AhZj?O(sKx+rQAcfJ44)(vqN"
        "Tia6K8tmV+@eg%>U+*ivGta4Oe$UFvs``CL<9dYMaOS;7D@W>g&-PSaT0Qrv&n_B`%M(WD(1Sh0;py7vkG;KJc+uXmVBp@JMwy<M"
        "dn;#_ulpdSrv!RRQhG{IdQ#AnO6f_V^dzAtnbMO)=}ACOBBdvR(o+mQ#VI}EocTECHqP0LbAIBSf%>X3N>z?hHNvRMyHTo^QL3WM"
        "CXO<jILd6|D6@&9%qEU9n>fmB;wZBzLYYkw%4~{IW>bVRn<A9i6rs$fDC^mj%x=88J-uq2pLq7F?<(slGFhIPa4lf@YmGh|B=y_E"
        "`Yo#8Iva;&b5oyr*9d|j2!bF8f*=TjAc!X#%Fz%6K@bE%5ClQ|+p(tP|Cg{a>p<8M9t{=-U;0b@D_);>!`<Ni<ZO3x&cV{0(lPsa"
        "`>W#8Vy&>MFlOD&@5&eQhjR0BCyd3$IW}sYu!gOw)n`d-uJxOF%e-WsF!z}Q<{j^<cg8#9ZS_`rqwWjt5yy14l*a6p^`mtb4;CI;"
        "8?0;Q67y8PBfmHIqp`-g{1<&|(-JD<Y|fCrDoQp-Wt`24^i?HF)r_+__w-dW&J7y+swlZZm2qxxk#^kzhqV-3=vOsxSk=Je6qSR@"
        "Q`895s5RfFsZn=B?bd7MhE~>Vu$HJxufdw0M6bcx8l~4@jf*t3n)u<1k3`C2Xs-FtYfW#oKWT}Q)s!e%O^K4#lqkOsBuZ9OqGUBC"
        "N{(Ej<j5t;?*oaFBNr&MNubOofijx}%4`xSvq_-LCV?`W1j=j@D6>hR%%&J+HpS(CWIZu!<@?Wu55rsG*{~MUl@Wp<2!bF8f*=Tj"
        "z{A#EB~TG7wm$#(t6*~SwWDcQ6(;xnD^4Cc$F{Hm=XQ8GJQ)s$o5NSb#o?^*Zt!jJb#Nru8N3lJ4LXBdFz#RRPx%M@s^9BJ{%rrg"
        "_nmjn`^4Mjt@W09&v>Tyy<2lny9eDNx6h5;4)=j`-5GH{b#^-gPPRJ$5(F_F+W(LC|D*l?X#YRj|Bv?n!`lC^`S+&FhTa`qw5@+|"
        "OLgP6B&uk$TM1;hlIWsVRgm3M-37f0=`B?r)T@x+QeFDYn1TeCN({Z)%y21NuR@AT$xV6{a&9Um=cXXZrBZTk3bI^^FVL&tm5TKF"
        "ItgCMZvBxZcqPmF$1A}r*>z8^f>$z$^eT8IRZ87v;!O_eRq#rtcqPFr8K=|*uO!$1j3js^qdi(xfL9{LD*;}Kvc9eWuSCjuCBQ3@"
        "gnAXc5~@e9f>%PO)CI3ZidO=>5^+thf>(m~>Q(ScMEmvoO@mi)_anUuUd82F+x^(jwA~rKx9uL~BW-sJueIH`dtKWdw0*q_Ud1U{"
        "(-^#pBYj;CUh$Okii20YoT7qPyi4B|2d{XN^1a{{S1DbAS6oi{pME*EjO{G_IsgAlX=mwzd)(dUZgzX?&*$g3zdARaQRlexq4TDr"
        "&-*|0Z}{i^qyAohy<hR4^KF0TR{#(M@n3=R|CIly{6FRY8Rh?5RkbyejIS-}tE!A=g57rdZ^~@?FL(l`e`Q9eze1VA3S|yInd@>H"
        "%DP;JvM!gQtjlHpqjkCLcb>Xc5d"
    )
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "train").mkdir()
    (tmp_path / "train" / "data.mdb").write_bytes(WRITTEN)
    return tmp_path / "train"


def test_words_are_read_with_their_pictures(folder: Path, tmp_path: Path):
    assert detect(folder).id == detect(folder / "data.mdb").id == "lmdb"
    done = convert(folder, tmp_path / "out")
    assert (done.written, done.copied, done.refusals) == (60, 60, ())
    assert read_label(tmp_path / "out" / "000000003.json").label.text == "词3"
    large = tmp_path / "out" / "000000002.bmp"
    assert read_label(large.with_suffix(".json")).label.text == "word2"
    assert (large.stat().st_size, (tmp_path / "out" / "000000060.png").exists()) == (32 * 48 * 3 + 54, True)
    again = convert(folder, tmp_path / "out")
    assert (again.written, again.unchanged, again.copied) == (0, 60, 0)


def test_database_in_its_own_folder_is_not_copied_over_itself(folder: Path):
    assert convert(folder, folder).written == 60
    assert (folder / "data.mdb").read_bytes() == WRITTEN


def test_label_that_is_no_text_is_refused_and_the_next_read(folder: Path):
    (folder / "data.mdb").write_bytes(WRITTEN.replace(b"word7", b"wor\xff7"))
    items = list(FORMAT.read(Source(folder)))
    assert [item.reason for item in items if isinstance(item, Refusal)] == ["its label is not UTF-8 text."]
    assert len(items) == 60


@pytest.mark.parametrize("kept", [0, 20, 5000, 9000, len(WRITTEN) - 4096])
def test_database_cut_off_is_told(folder: Path, kept: Any):
    path = folder / "data.mdb"
    path.write_bytes(WRITTEN[:kept])
    with pytest.raises(FormatError, match=r"data\.mdb"):
        list(FORMAT.read(Source(path)))


def test_database_that_is_cut_off_while_it_is_read_is_told(folder: Path):
    path = folder / "data.mdb"
    records = FORMAT.read(Source(path))
    assert isinstance(next(iter(records)), Record)
    os.truncate(path, 5000)
    with pytest.raises(FormatError, match=r"data\.mdb"):
        list(records)


def test_damaged_database_gives_records_refusals_or_an_error_and_nothing_else(folder: Path):
    chance, path = random.Random(3), folder / "data.mdb"
    for _ in range(150):
        data = bytearray(WRITTEN)
        for _ in range(chance.randint(1, 40)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
        try:
            assert all(
                isinstance(item, Record | Refusal)
                for item, _ in zip(FORMAT.read(Source(path)), range(99), strict=False)
            )
        except FormatError as error:
            assert "data.mdb" in str(error)


@pytest.mark.parametrize(
    ("said", "expected"), [(b"999999999", "in a row are missing"), (b"9" * 2000, "no num-samples")]
)
def test_number_of_samples_beyond_what_is_there_is_told(tmp_path: Path, said: bytes, expected: str):
    tree = struct.pack("<IHHQQQQQ", 4096, 0, 1, 0, 1, 0, 1, 2)
    meta = bytes(16) + struct.pack("<IIQQ", 0xBEEFC0DE, 1, 0, 0) + tree + tree + struct.pack("<QQ", 2, 1)
    node = struct.pack("<HHHH", len(said), 0, 0, 11) + b"num-samples" + said
    leaf = struct.pack("<QHHHHH", 2, 0, 2, 18, 18, 18) + node
    (tmp_path / "data.mdb").write_bytes(b"".join(page.ljust(4096, b"\0") for page in (meta, meta, leaf)))
    with pytest.raises(FormatError, match=expected):
        list(FORMAT.read(Source(tmp_path / "data.mdb")))
