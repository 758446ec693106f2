import { citizenIdCheck } from '#model'
import { type Random, randomOf } from '#server/demo/random.ts'
import { addDays, daysBetween } from '../model/days.ts'

/** The most common family names, weighted by frequency. */
const SURNAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
]
const MALE = [...'伟强磊洋勇军杰涛超明刚平辉鹏飞波斌宇浩凯俊峰龙文博健志建国华亮豪轩睿泽晨阳昊天佳航旭东子涵铭翔瑞毅哲思远嘉诚一帆振海宏达学智立']
const FEMALE = [...'芳娜敏静丽艳娟霞秀兰燕玲婷雪梅琳慧颖莹洁倩晓萍红怡悦佳欣雨萱梦琪思涵诗语嘉依妍可馨若彤紫心蕾云月星瑶子钰淑文珊璐薇茜岚']
const UYGHUR_MALE = ['艾力', '买买提', '阿卜杜拉', '图尔荪', '吐尔逊', '亚森']
const UYGHUR_FEMALE = ['阿依古丽', '古丽努尔', '热娜', '米日古丽', '祖丽胡玛尔']
/** Ethnic groups, per thousand. */
const ETHNICITIES: ReadonlyArray<readonly [string, number]> = [
  ['01', 918],
  ['15', 26],
  ['06', 15],
  ['08', 12],
  ['03', 9],
  ['12', 6],
  ['02', 4],
  ['05', 4],
  ['04', 3],
  ['07', 3],
]

export interface DemoHuman {
  name: string
  genderCode: '1' | '2'
  idType: '1'
  idNo: string
  birthDate: string
  /** First six digits of the number. */
  cantonCode: string
  ethnicityCode: string
  phone: string
}
export interface HumanOptions {
  /** Range of birth dates, both included. */
  born: readonly [string, string]
  /** Share of men; half by default. */
  male?: number
}
function nameOf(random: Random, male: boolean, ethnicityCode: string): string {
  if (ethnicityCode === '05') return `${random.pick(male ? UYGHUR_MALE : UYGHUR_FEMALE)}·${random.pick(UYGHUR_MALE)}`
  // squaring favours the front of the list, where the common names are
  const surname = SURNAMES[Math.floor(random.next() ** 2 * SURNAMES.length)] as string
  const given = male ? MALE : FEMALE
  const [first, second] = [random.pick(given), random.pick(given)]
  return random.chance(0.16) ? surname + first : surname + first + (second === first ? random.pick(given) : second)
}
function ethnicityOf(random: Random): string {
  let at = random.int(0, 999)
  for (const [code, share] of ETHNICITIES) {
    if (at < share) return code
    at -= share
  }
  return '01'
}
/** Generates persons one after the other; deterministic per seed, with unique identity numbers. */
export function peopleMaker(seed: number, cantonCodes: readonly string[]): (options: HumanOptions) => DemoHuman {
  const random = randomOf(seed)
  const sequences = new Map<string, number>()
  return ({ born: [from, to], male: share = 0.5 }) => {
    const male = random.chance(share)
    const birthDate = addDays(from, random.int(0, daysBetween(from, to)))
    const cantonCode = random.pick(cantonCodes)
    const ethnicityCode = ethnicityOf(random)
    const place = `${cantonCode}${birthDate.replaceAll('-', '')}`
    // sequence codes are odd for men and even for women; 500 of each per place and day
    const nth = (sequences.get(`${place}${male}`) ?? random.int(0, 400)) + 1
    sequences.set(`${place}${male}`, nth)
    const first = `${place}${String(nth * 2 - (male ? 1 : 0))
      .padStart(3, '0')
      .slice(-3)}`
    const phone = `1${random.pick(['30', '31', '35', '36', '38', '39', '50', '52', '58', '59', '77', '80', '86', '88', '89', '95'])}${String(random.int(0, 99_999_999)).padStart(8, '0')}`
    return {
      name: nameOf(random, male, ethnicityCode),
      genderCode: male ? '1' : '2',
      idType: '1',
      idNo: first + citizenIdCheck(first),
      birthDate,
      cantonCode,
      ethnicityCode,
      phone,
    }
  }
}
