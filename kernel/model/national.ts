import { dictionary } from './dictionary.ts'
import { COUNTRIES } from './national-countries.ts'

/** `01 汉族 02 蒙古族 …` as pairs, in that order (an object would sort integer-like keys). */
const pairs = (line: string): Array<[string, string]> => {
  const words = line.trim().split(/\s+/)
  return words.flatMap((key, i) => (i % 2 ? [] : [[key, words[i + 1] as string] as [string, string]]))
}

export const genderCode = dictionary('genderCode', '性别', pairs('1 男 2 女 0 未知的性别 9 未说明的性别'), 'GB/T 2261.1')
export const maritalCode = dictionary('maritalCode', '婚姻状况', pairs('10 未婚 20 已婚 21 初婚 22 再婚 23 复婚 30 丧偶 40 离婚 90 未说明的婚姻状况'), 'GB/T 2261.2')
export const healthCode = dictionary(
  'healthCode',
  '健康状况',
  pairs(
    '10 健康或良好 20 一般或较弱 30 有慢性病 31 心血管病 32 脑血管病 33 慢性呼吸系统病 34 慢性消化系统病 35 慢性肾炎 36 结核病 37 糖尿病 38 神经或精神疾病 41 癌症 49 其他慢性病 50 残疾 51 视力残疾 52 听力残疾 53 言语残疾 54 肢体残疾 55 智力残疾 56 精神残疾 57 多重残疾 59 其他残疾',
  ),
  'GB/T 2261.3',
)
export const ethnicityCode = dictionary(
  'ethnicityCode',
  '民族',
  pairs(`01 汉族 02 蒙古族 03 回族 04 藏族 05 维吾尔族 06 苗族 07 彝族 08 壮族 09 布依族 10 朝鲜族 11 满族 12 侗族 13 瑶族 14 白族 15 土家族
    16 哈尼族 17 哈萨克族 18 傣族 19 黎族 20 傈僳族 21 佤族 22 畲族 23 高山族 24 拉祜族 25 水族 26 东乡族 27 纳西族 28 景颇族 29 柯尔克孜族 30 土族
    31 达斡尔族 32 仫佬族 33 羌族 34 布朗族 35 撒拉族 36 毛南族 37 仡佬族 38 锡伯族 39 阿昌族 40 普米族 41 塔吉克族 42 怒族 43 乌孜别克族 44 俄罗斯族
    45 鄂温克族 46 德昂族 47 保安族 48 裕固族 49 京族 50 塔塔尔族 51 独龙族 52 鄂伦春族 53 赫哲族 54 门巴族 55 珞巴族 56 基诺族 97 其他 98 外国血统中国籍人士`),
  'GB/T 3304',
)
export const politicalCode = dictionary(
  'politicalCode',
  '政治面貌',
  pairs('01 中共党员 02 中共预备党员 03 共青团员 04 民革党员 05 民盟盟员 06 民建会员 07 民进会员 08 农工党党员 09 致公党党员 10 九三学社社员 11 台盟盟员 12 无党派人士 13 群众'),
  'GB/T 4762',
)
/** Level of a degree programme (PYCCM). */
export const educationLevel = dictionary('educationLevel', '培养层次', pairs('1 博士研究生 2 硕士研究生 3 第二学士学位 4 本科 5 专科（高职） 6 中职 9 其他'), 'JY/T 1001')
/** Highest education completed. */
export const educationCode = dictionary(
  'educationCode',
  '学历',
  pairs(`10 研究生教育 11 博士研究生毕业 12 博士研究生结业 13 博士研究生肄业 14 硕士研究生毕业 15 硕士研究生结业 16 硕士研究生肄业 17 研究生班毕业 18 研究生班结业 19 研究生班肄业
    20 大学本科教育 21 大学本科毕业 22 大学本科结业 23 大学本科肄业 28 大学普通班毕业 30 大学专科教育 31 大学专科毕业 32 大学专科结业 33 大学专科肄业
    40 中等职业教育 41 中等专科毕业 42 中等专科结业 43 中等专科肄业 44 职业高中毕业 45 职业高中结业 46 职业高中肄业 47 技工学校毕业 48 技工学校结业 49 技工学校肄业
    60 普通高级中学教育 61 普通高中毕业 62 普通高中结业 63 普通高中肄业 70 初级中学教育 71 初中毕业 73 初中肄业 80 小学教育 81 小学毕业 83 小学肄业 90 其他`),
  'GB/T 4658',
)
export const degreeCode = dictionary(
  'degreeCode',
  '学位',
  pairs(`1 名誉博士 2 博士 201 哲学博士 202 经济学博士 203 法学博士 204 教育学博士 205 文学博士 206 历史学博士 207 理学博士 208 工学博士 209 农学博士 210 医学博士 211 军事学博士 212 管理学博士 213 艺术学博士
    3 硕士 301 哲学硕士 302 经济学硕士 303 法学硕士 304 教育学硕士 305 文学硕士 306 历史学硕士 307 理学硕士 308 工学硕士 309 农学硕士 310 医学硕士 311 军事学硕士 312 管理学硕士 313 艺术学硕士
    4 学士 401 哲学学士 402 经济学学士 403 法学学士 404 教育学学士 405 文学学士 406 历史学学士 407 理学学士 408 工学学士 409 农学学士 410 医学学士 411 军事学学士 412 管理学学士 413 艺术学学士`),
  'GB/T 6864',
)
export const relationCode = dictionary(
  'relationCode',
  '家庭关系',
  pairs(`01 本人 10 配偶 20 子 30 女 40 孙辈 50 父母 51 父亲 52 母亲 53 公公 54 婆婆 55 岳父 56 岳母 57 继父或养父 58 继母或养母 59 其他父母关系
    60 祖父母或外祖父母 61 祖父 62 祖母 63 外祖父 64 外祖母 70 兄弟姐妹 71 兄 72 嫂 73 弟 74 弟媳 75 姐姐 76 姐夫 77 妹妹 78 妹夫 79 其他兄弟姐妹
    80 其他 81 伯父 82 伯母 83 叔父 84 婶母 85 舅父 86 舅母 87 姨母 88 姑母 97 其他亲属 99 非亲属`),
  'GB/T 4761',
)
export const idType = dictionary(
  'idType',
  '身份证件类型',
  pairs(
    '1 居民身份证 2 军官证 3 士兵证 4 文职干部证 5 部队离退休证 6 香港特区护照或身份证明 7 澳门特区护照或身份证明 8 台湾居民来往大陆通行证 9 境外永久居住证 A 护照 B 户口簿 C 港澳居民来往内地通行证 D 港澳台居民居住证 E 外国人永久居留身份证 Z 其他',
  ),
  'JY/T 1001',
)
export const nationalityCode = dictionary('nationalityCode', '国家和地区', pairs(COUNTRIES), 'GB/T 2659.1')
