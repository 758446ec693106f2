import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { rawWorkbook, textRows } from '#testing/workbook.ts'

const HEADERS = [
  '学号',
  '姓名',
  '性别',
  '班级',
  '证件号',
  '出生日期',
  '民族',
  '政治面貌',
  '学习形式',
  '学生类别',
  '入学方式',
  '入学日期',
  '生源地',
  '手机号',
  '紧急联系人',
  '紧急联系电话',
] as const
export interface RosterClass {
  name: string
  grade: number
}
/** A roster as an office keeps it in Excel: `count` students spread over the classes, student numbers with the prefix `prefix`. */
export async function roster(count: number, classes: readonly RosterClass[], prefix: string): Promise<Buffer> {
  const make = peopleMaker(20_262_027, ['110101', '520102', '330106', '440305'])
  const rows: string[][] = [[...HEADERS]]
  for (let i = 0; i < count; i++) {
    const place = classes[i % classes.length] as RosterClass
    const human = make({ born: [`${place.grade - 20}-01-01`, `${place.grade - 18}-12-31`] })
    rows.push([
      `${prefix}${String(i).padStart(6, '0')}`,
      human.name,
      human.genderCode === '1' ? '男' : '女',
      place.name,
      human.idNo,
      human.birthDate,
      '汉族',
      '共青团员',
      '全日制',
      '普通专科生',
      '普通入学',
      `${place.grade}-09-01`,
      '110101',
      `138${String(i).padStart(8, '0')}`,
      '王建国',
      `139${String(i).padStart(8, '0')}`,
    ])
  }
  return rawWorkbook([{ name: '学生', xml: textRows(rows) }])
}
