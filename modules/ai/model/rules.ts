/** Required on generated text by 人工智能生成合成内容标识办法. */
export const AI_LABEL = '由人工智能生成'

/** Words about health, mental state, hardship, discipline and bank accounts: text with one of them goes to no provider. */
const STOPPED: readonly string[] = [
  ...['病历', '病情', '疾病', '患病', '确诊', '住院', '手术', '服药', '用药', '残疾', '艾滋', '乙肝', '结核', '怀孕', '流产', '传染病', '癫痫'], // verbatim
  ...['抑郁', '焦虑', '双相', '躁狂', '精神分裂', '精神病', '精神科', '精神状态', '心理', '自杀', '自残', '自伤', '轻生', '厌食', '失眠'], // verbatim
  ...['贫困', '特困', '困难生', '困难认定', '家庭经济困难', '低保', '孤儿', '建档立卡', '助学金'], // verbatim
  ...['处分', '违纪', '作弊', '记过', '留校察看', '开除', '严重警告', '通报批评', '拘留', '犯罪'], // verbatim
  ...['银行卡', '银行账号', '银行账户', '卡号', '开户行'], // verbatim
]
/** The stopped words in a text, also when spaced out. */
export function stoppedWords(text: string): string[] {
  const plain = text.replace(/[\s\p{P}]/gu, '')
  return STOPPED.filter(word => plain.includes(word))
}
const TAGS = /<\/?[a-z!][^>]*>/gi
const IMAGES = /!\[[^\]]*\]\([^)]*\)/g
const LINKS = /\[([^\]]*)\]\([^)]*\)/g
const ADDRESSES = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|javascript:|data:)\S*/gi
const MARKS = /^\s{0,3}(?:#{1,6}\s+|>\s?)|\*\*|__|`+/gm

/** Model text as plain text: no markup, no pictures, no links. */
export const plainAnswer = (answer: string): string =>
  answer
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(IMAGES, '')
    .replace(LINKS, '$1')
    .replace(TAGS, '')
    .replace(ADDRESSES, '')
    .replace(MARKS, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Upper bound of the tokens of a text: a Chinese sign is at most two of them in common models, other text fewer than its length. */
export const tokensAtMost = (text: string): number => [...text].reduce((sum, c) => sum + (c > '\u007f' ? 2 : 1), 0)
