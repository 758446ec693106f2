import { citizenIdCheck } from '#model'
import { seededRandom } from '#model/random.ts'

/** The measured school: 20 colleges on each of two campuses, six majors per college, five grades, about fifty students per class. */
export const COLLEGES = [
  '信息工程学院',
  '软件学院',
  '人工智能学院',
  '机电工程学院',
  '汽车工程学院',
  '电气工程学院',
  '建筑工程学院',
  '交通运输学院',
  '化学工程学院',
  '材料工程学院',
  '食品药品学院',
  '财经学院',
  '商贸管理学院',
  '旅游烹饪学院',
  '外国语学院',
  '文化传播学院',
  '艺术设计学院',
  '学前教育学院',
  '护理学院',
  '体育学院',
] as const
export const MAJORS = ['技术', '应用', '工程', '管理', '设计', '服务'] as const
export const GRADES = [2021, 2022, 2023, 2024, 2025] as const
export const CAMPUSES = ['东', '西'] as const
/** Search keywords: parts of names. */
export const KEYWORDS = ['王', '李', '张', '刘', '陈', '伟', '浩', '雨', '文', '涵'] as const

/** Surname and approximate frequency per thousand. */
const SURNAMES = weighted(
  '王70 李70 张65 刘52 陈45 杨30 黄22 赵22 吴20 周20 徐17 孙15 马13 朱13 胡13 郭12 何12 林12 高10 罗10 郑9 梁9 谢8 宋8 唐7 许7 韩6 邓6 冯6 曹6 彭6 曾6 肖5 田5 董5 潘5 袁5 蔡5 蒋5 余5 于5 杜5 叶5 程5 魏5 苏5 吕4 丁4 任4 卢4 姚4 沈4 钟4 姜4 崔4 谭4 陆4 汪4 范3 石3 廖3 贾3 夏3 韦3 付3 方3 白3 邹3 孟3 熊3 秦3 邱3 江3 尹3 薛2 闫2 段2 雷2 侯2 龙2 史2 陶2 黎2 贺2 顾2 欧阳1 上官1',
)
const GIVEN = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚文辉玲波斌宇浩凯健俊帆雪雅欣怡佳琪晨阳梓涵子轩然思雨诗若曦一诺嘉瑞博志远鹏飞建国海燕红梅春华秋月晓东清知微言星辰沐']
/** Ethnic groups with their GB/T 3304 codes; most people are Han. */
const NATIONS = [
  ...Array.from({ length: 10 }, () => ['汉族', '01'] as const),
  ['蒙古族', '02'],
  ['回族', '03'],
  ['藏族', '04'],
  ['苗族', '06'],
  ['壮族', '08'],
  ['满族', '11'],
] as const
const PROVINCES = [
  ['北京市', '110000'],
  ['河北省', '130000'],
  ['山西省', '140000'],
  ['辽宁省', '210000'],
  ['上海市', '310000'],
  ['江苏省', '320000'],
  ['浙江省', '330000'],
  ['安徽省', '340000'],
  ['福建省', '350000'],
  ['山东省', '370000'],
  ['河南省', '410000'],
  ['湖北省', '420000'],
  ['湖南省', '430000'],
  ['广东省', '440000'],
  ['四川省', '510000'],
  ['陕西省', '610000'],
] as const
const POLITICS = [
  ['群众', '13'],
  ['共青团员', '03'],
  ['共青团员', '03'],
  ['中共党员', '01'],
  ['中共预备党员', '02'],
] as const
const STATUSES = [...Array.from({ length: 8 }, () => ['在读', 'active'] as const), ['休学', 'suspended'], ['毕业', 'graduated'], ['退学', 'withdrawn']] as const

/** The 22 columns of the plain table. */
export const COLUMNS = [
  'student_no',
  'name',
  'gender',
  'class_name',
  'major',
  'department',
  'grade',
  'id_card',
  'phone',
  'status',
  'birthday',
  'nation',
  'native_place',
  'political_status',
  'dormitory',
  'email',
  'counselor',
  'campus',
  'enroll_date',
  'address',
  'guardian',
  'guardian_phone',
] as const
export type PlainRow = Record<Exclude<(typeof COLUMNS)[number], 'grade'>, string> & { grade: number }

/** One student: the plain row, and the product's codes and ids where they differ. */
export interface Student {
  row: PlainRow
  college: number
  campus: number
  major: number
  classNo: number
  gender: string
  nation: string
  province: string
  politics: string
  status: string
}
export type Random = () => number
const pad = (n: number, width: number): string => String(n).padStart(width, '0')
const one = <T>(from: readonly T[], next: Random): T => from[Math.floor(next() * from.length)] as T
const below = (n: number, next: Random): number => Math.floor(next() * n)
function weighted(text: string): string[] {
  return text.split(' ').flatMap(part => {
    const [, name = '', times = '1'] = /^(\D+)(\d+)$/.exec(part) ?? []
    return Array.from({ length: Number(times) }, () => name)
  })
}
export const departmentName = (college: number, campus: number): string => `${COLLEGES[college]}（${CAMPUSES[campus]}校区）`
export const majorName = (college: number, major: number): string => `${(COLLEGES[college] ?? '').replace('学院', '')}${MAJORS[major]}`
export const className = (s: Pick<Student, 'college' | 'campus' | 'major' | 'classNo'>, grade: number): string =>
  `${majorName(s.college, s.major)}${CAMPUSES[s.campus]}${pad(grade % 100, 2)}${pad(s.classNo, 2)}`

/** The n-th student; unique values are derived from n. */
export function student(n: number, next: Random): Student {
  const [college, campus, major] = [below(COLLEGES.length, next), below(CAMPUSES.length, next), below(MAJORS.length, next)]
  const grade = one(GRADES, next)
  const classNo = 1
  const [nation, nationCode] = one(NATIONS, next)
  const [province, provinceCode] = one(PROVINCES, next)
  const [politics, politicsCode] = one(POLITICS, next)
  const [status, statusCode] = one(STATUSES, next)
  const isMale = next() < 0.5
  const birthday = `${grade - 18 - below(2, next)}-${pad(1 + below(12, next), 2)}-${pad(1 + below(28, next), 2)}`
  const studentNo = `${grade}${pad(college + 1, 2)}${pad(n, 6)}`
  const place = { college, campus, major, classNo }
  const row: PlainRow = {
    student_no: studentNo,
    name: personName(next),
    gender: isMale ? '男' : '女',
    class_name: className(place, grade),
    major: majorName(college, major),
    department: departmentName(college, campus),
    grade,
    id_card: idCard(n, birthday, isMale),
    phone: `13${pad(below(1e9, next), 9)}`,
    status,
    birthday,
    nation,
    native_place: province,
    political_status: politics,
    dormitory: `${1 + below(20, next)}号楼${1 + below(6, next)}${pad(1 + below(30, next), 2)}室`,
    email: `s${studentNo}@stu.example.edu.cn`,
    counselor: counsellorName(college, campus),
    campus: CAMPUSES[campus] as string,
    enroll_date: `${grade}-09-01`,
    address: `${province}某市某区某路${1 + below(999, next)}号`,
    guardian: personName(next),
    guardian_phone: `15${pad(below(1e9, next), 9)}`,
  }
  return { row, ...place, gender: isMale ? '1' : '2', nation: nationCode, province: provinceCode, politics: politicsCode, status: statusCode }
}
export const counsellorName = (college: number, campus: number): string => personName(seededRandom(1000 + college * 2 + campus))
function personName(next: Random): string {
  return one(SURNAMES, next) + one(GIVEN, next) + (next() < 0.75 ? one(GIVEN, next) : '')
}
/** Citizen id with a valid check character. Area and serial derive from `n`, so that all are distinct. */
function idCard(n: number, birthday: string, isMale: boolean): string {
  const first17 = `${110101 + (Math.floor(n / 499) % 500_000)}${birthday.replaceAll('-', '')}${pad((n % 499) * 2 + (isMale ? 1 : 0), 3)}`
  return first17 + citizenIdCheck(first17)
}
/** The school's students, reproducible by seed. */
export function* students(count = 50_000, seed = 20_260_901): Generator<Student> {
  const next = seededRandom(seed)
  for (let n = 1; n <= count; n++) yield student(n, next)
}
