/** Columns a public notice may show of a person (40-N1): the batch chooses among these only. */
export const NOTICE_COLUMNS = { name: '姓名', studentNo: '学号', college: '所在学院', className: '班级', item: '项目', level: '等级' } as const
/** Two kinds of rows show more, by law or by nature: transfers between schools and evaluation results. One says which number and item it shows. */
const BESIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  statusChange: { admissionScore: '录取分数' },
  admissionPlacement: { studentNo: '考生号', item: '录取计划' },
  cqaSheet: { dimensions: '各维度得分', total: '总分', rank: '名次' },
}
/** Columns permitted for one kind, with labels. */
export const columnsFor = (bizType: string): Readonly<Record<string, string>> => ({ ...NOTICE_COLUMNS, ...(Object.hasOwn(BESIDES, bizType) ? BESIDES[bizType] : {}) })

const FRONT = 4
const BACK = 2
/** Student number with its middle masked: recognisable for the owner, too little to look somebody up. */
export function maskedNo(no: string): string {
  const [front, back] = no.length > FRONT + BACK + 1 ? [FRONT, BACK] : [Math.min(1, no.length - 1), 0]
  return no.slice(0, Math.max(0, front)) + '*'.repeat(no.length - Math.max(0, front) - back) + no.slice(no.length - back)
}
