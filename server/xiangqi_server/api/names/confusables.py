"""Which letters look alike, as Unicode's security mechanisms (TR39) list them.

Made by `python -m tests.tools.confusables` from confusables.txt as confusable-homoglyphs 3.3.1
carries it (Unicode 15.1); do not edit. Copyright (c) 2016-2024 Unicode, Inc., see
`LICENSE-UNICODE`. Each line is what letters look like, and these letters.
"""

from typing import Final


def _table(text: str) -> dict[str, str]:
    rows = (line.split() for line in text.strip().splitlines())
    return {letter: looks for looks, *letters in rows for letter in letters}


SAME: Final = _table(
    """
    6 б
    8 ȣ
    aa ꜳ
    ae æ ӕ
    ao ꜵ
    au ꜷ
    av ꜹ ꜻ
    ay ꜽ
    b ƅ ʙ ꞵ
    c ᴄ
    dz ʣ
    e ɛ є ҽ ԑ ꞓ ꬲ
    f ք ẝ ꞙ ꬵ
    g ƍ ց ᶃ
    h ʜ հ
    j ϳ
    k ĸ ᴋ
    l ǀ ɩ ɪ ӏ ꙇ
    ll ǁ
    ls ʪ
    lz ʫ
    m ʍ ᴍ
    n ո ռ
    o σ օ ഠ ဝ ჿ ዐ ᴏ ᴑ ꬽ
    oe œ
    oo ꚙ ꝏ
    q գ զ
    r г ᴦ ꭇ ꭈ
    s ƽ ꜱ
    t ᴛ
    tf ꝷ
    ts ʦ
    u ʋ ս ሀ ᴜ ꞟ ꭎ ꭒ
    ue ᵫ
    uo ꭣ
    v ᴠ
    w ɯ ѡ ա ᴡ ꙍ ꞷ
    x ꭓ ꭕ
    y ɣ ʏ ү ყ ᶌ ỿ ꭚ
    z ᴢ
    þ ƿ ϸ
    ƨ ᴤ ꙅ
    ǝ ə ә
    ȝ ʒ ӡ ჳ ꝫ
    ȷ յ
    ɋ ᶐ
    ɔ ͻ ᴐ ↄ
    ɜ з ᴈ
    ɢ ԍ
    ɰ պ ሣ
    ɸ φ ф
    ʃ ꭍ
    ʌ ᴧ
    ʚ ꞝ
    ͷ и ᴎ
    ͽ ꜿ
    δ ծ ẟ
    π п ᴨ
    σ ϛ
    φ ቀ
    ψ ѱ
    л ᴫ
    я ᴙ
    љ ꭠ
    ҷ ӌ
    ի ኮ
    ձ ኔ
    մ ሆ
    ո በ
    պ ጣ
    ռ ቡ
    ऽ ઽ
    ॱ ൎ
    ஈ ர
    உ ഉ
    ஐ ஜ ജ
    ண ണ
    ழ ഴ
    ஶ ശ
    అ ಅ
    ఆ ಆ
    ఇ ಇ
    ఒ ಒ
    జ ಜ
    ఞ ಞ
    ణ ಣ
    య ಯ
    ఱ ಱ
    ల ಲ
    ഞ ൡ
    ര റ
    ข ฃ
    ค ด ต
    ฆ ม
    จ ຈ
    ช ซ
    ฎ ฏ
    ฑ ท
    บ ບ
    ป ປ
    ฝ ຝ
    พ ພ
    ฟ ຟ
    ภ ฦ
    ย ຍ
    า ๅ
    ར ཪ
    អ ឣ
    ᠵ ᡕ
    ᡜ ᢖ
    ᴘ ᴩ
    イ 亻
    㖈 䎛
    㘽 㦳
    㩁 搉
    㫚 曶
    㬵 胶
    㬺 幐
    㬻 䐠
    㮣 槩
    䀹 鿃
    䀿 晣
    䑃 朦
    䚶 訞
    一 ꟷ
    併 倂
    値 值
    口 囗
    啓 啟
    塡 填
    墫 壿
    媯 嬀
    帡 帲
    戶 戸
    晚 晩
    朌 肦
    朏 胐
    朐 胊
    朓 脁
    朘 脧
    朣 膧
    杮 柿
    榝 樧
    溈 潙
    研 硏
    絕 絶
    胼 腁
    蒍 蔿
    蘷 虁
    訮 詽
    讆 讏
    豜 豣
    赿 趆
    跥 跺
    躗 躛
    軿 輧
    郎 郞
    鎭 鎮
    隷 隸
    鹂 鹃
    黑 黒
    ꜧ ꞕ
    """
)
"""Small letters, and letters without case, that make the same name."""

LIKE: Final = _table(
    """
    2 Ƨ ƻ Ꙅ Ꝛ
    3 Ʒ Ȝ З Ҙ Ӡ Ꝫ Ɜ
    5 Ƽ
    8 Ȣ
    9 Ꝯ
    aa Ꜳ
    ae Æ Ӕ
    ao Ꜵ
    au Ꜷ
    av Ꜹ Ꜻ
    ay Ꜽ
    b ß ƀ Ɓ Ƃ ƃ Ƅ ɓ Б Ѣ ѣ Ҍ ҍ Ꞵ
    bl Ы
    c Ƈ ȼ Ҫ ҫ
    d Ð Đ đ Ɖ Ɗ ƌ ɖ ɗ
    e Ɇ ɇ ҿ
    f Ƒ ƒ Ϝ ᵮ Ꞙ
    g Ɠ Ǥ ǥ ɠ Ԍ
    h Ħ ħ ɦ Η ћ Ң Ӈ Ӊ Ⱨ ꚕ
    j Ɉ ɉ Ϳ Ʝ
    k Ƙ ƙ Қ Ҟ Ⱪ Ꝁ
    l Ł ł Ɩ Ɨ ƚ ɨ ɫ ɭ Ӏ ᵻ ᵼ
    lo Ю
    m ɱ Ϻ Ӎ ᵯ
    n Ɲ ƞ ɳ Ν ᵰ
    o Ø ø Ɵ ɵ Θ θ Ѳ ѳ Ө ө Օ တ Ꝋ ꝋ ꬾ
    oe Œ
    oo Ꚙ Ꝏ
    p Ƥ ƥ ᵽ
    q ʠ
    r Ʀ ɍ ɼ ɽ ґ ғ ᵲ
    s ʂ Տ ᵴ
    t Ŧ ŧ Ƭ ƭ Ʈ Ⱦ Ҭ ᵵ
    t3 Ꜩ
    u Ʉ У Ү Ս ᵾ
    w ѽ ꝡ
    x Ҳ Ꭓ
    y Ƴ ƴ Ɏ ɏ Г Ұ ұ
    z Ƶ ƶ Ȥ ȥ ʐ Ζ ᵶ
    þ Ϸ
    ƕ Ԋ
    ɔ Ͻ
    ə Ә
    ɛ Ԑ
    ʃ Σ
    ʌ Λ Л
    ʘ Ꙩ
    ͱ Ⱶ
    ͷ И
    ͽ Ꜿ
    π П
    φ Ф Փ
    ψ Ѱ
    є Ꞓ
    ҷ Ӌ
    ⴀ Ꞇ
    ꙍ Ꞷ
    """
)
"""Letters that come near, or only as capitals: enough to imitate, too little to be one."""
