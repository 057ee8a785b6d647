"""Slots: the 16,384 parts of a cluster, and the hash tags that spread our shards over them.

Servers hold runs of slots that follow one another, so the tag of shard i lies in the middle of
the i-th of 256 equal runs. Whatever the number of masters, none has more shards than the whole
number above its share. The tags are written down, for they must never change.
"""

from functools import lru_cache
from typing import Final

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

SLOTS: Final = REDIS_CLUSTER_HASH_SLOTS
_WORDS: Final = """
e8a iy8 aio tg6 2uo csv cj9 gfp dnh hk9 hrv uu7 3gn baw bx8 ftq mq1 a0h id7 eaf org cw6 cny gb0
lc0 hoy hv6 dsg wkn be7 b8p fp1 apd mu5 eeb hes cs2 ovc gf4 kce yim lg4 dwc hr2 ba3 fmz ft5 jqd
i94 exm tc2 amk cwr 2qk gbt ze5 qd5 djl uq3 hvr bes 3cj fpu b84 emk pc2 axm m94 2dm cbt zp3 gwr
lvr qq3 hct ud5 f84 bpu 7cj fes 8jc aeb iu5 epd oce cf4 kvc gs2 lr2 qus hg4 dbe nqd bt5 bmz fa3
aaf md7 e0h iq1 cb0 gny gw6 krg qqw lv6 dfa hc0 bp1 f8p fe7 skn pg6 eio my8 a8a cfp gj9 gsv zt7
qu7 lrv lk9 hgp btq fx8 faw 7gn ow7 crf kb1 onx e9q aq0 iag ed6 ne6 sbw jp0 fua dox yh9 hsf dv7
gzo rt6 coi oj8 ey9 aup xg7 min fhn sf7 jtp nx9 dk8 hni yu6 drw rp2 ows ve4 ckm aqt e95 edr xc3
sb3 flj n85 byl hjm 1el dvs yq2 cvb os3 gcd kf5 au4 mpe 0jb iec bdc na2 fqe jt4 5me lbd dr3 hwb
of5 ccd ks3 gvb mec 4jb ipe eu4 nt4 bqe ja2 fdc lwb 5xc hbd dg5 gkm re4 kws vp2 0bk adr a95 eqt
fyl j85 blj wb3 1pj qtc yd4 dcu kj8 goi vt6 czo iin 0fo eup ay9 jx9 ntp wf7 bhn qpg 1tn dgq 5ah
knx ob1 grf kw7 ad6 mag eq0 a9q bua np0 wbw je6 y97 lsf dc1 qmh
"""
TAGS: Final = tuple(_WORDS.split())
"""By shard."""


@lru_cache(maxsize=16_384)
def slot_of(key: str) -> int:
    """The slot of one of our keys, by its hash tag; cached for the keys used lately."""
    return key_slot((key.partition("{")[2].partition("}")[0] or key).encode())
