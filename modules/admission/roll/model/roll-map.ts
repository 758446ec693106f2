import { entity, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { admittedStudent } from './admitted-student.ts'

const lines = (label: string, help: string, required: boolean) => text(label, { required, max: 4000, multiline: true, help })

/** 名单对照: how the files of a province name their columns and majors. */
export const rollMap = entity(
  'admission.rollMap',
  '名单对照',
  {
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    province: cantonCode('省份'),
    columns: lines('列对照', '每行一列，文件里的表头=名单里的字段，如 KSH=考生号', true),
    majors: lines('专业对照', '每行一个，文件里的专业代号=本校专业代码，如 01=610205；不写的按本校专业代码找', false),
  },
  {
    title: 'name',
    scope: { everyone: 'how files of provinces name their columns' },
    unique: [['name']],
    select: 'open',
    sort: ['name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      line: '第 {n} 行“{line}”没有等号',
      noField: '名单里没有“{name}”这个字段，可以用：{fields}',
      noMajor: '没有代码为“{code}”的专业',
      noColumn: '文件里没有找到对照表“{name}”的列，应有：{headers}；文件第一行是：{found}',
      damaged: '“{file}”打不开：{why}',
    },
  },
)
/** Fields a column may be. */
export const MAPPED = [
  ...(['ksh', 'name', 'genderCode', 'idType', 'idNo', 'birthDate', 'ethnicityCode', 'politicalCode', 'gradeMajorId', 'sourceCanton', 'schoolBefore', 'category', 'batch'] as const),
  ...(['planNature', 'totalScore', 'subjectScores', 'recipient', 'address', 'phone', 'guardianPhone'] as const),
] as const
export type Mapped = (typeof MAPPED)[number]
export const labelOf = (name: Mapped): string => admittedStudent.fields[name].label

/** `a=b` on each line; blanks and empty lines do not matter. */
export const pairsIn = (text: string | null | undefined): Array<{ line: string; n: number; left: string; right: string }> =>
  (text ?? '').split('\n').flatMap((whole, i) => {
    const line = whole.trim()
    const at = line.search(/[=＝\t]/)
    return line ? [{ line, n: i + 1, left: at < 0 ? '' : line.slice(0, at).trim(), right: at < 0 ? '' : line.slice(at + 1).trim() }] : []
  })
/** The columns of the national admission file, for new schools. */
export const NATIONAL_COLUMNS = [
  ...['KSH=考生号', 'XM=姓名', 'XBDM=性别', 'SFZH=证件号', 'CSRQ=出生日期', 'MZDM=民族', 'ZZMMDM=政治面貌', 'LQZY=录取专业', 'XZQHDM=生源地', 'ZXMC=毕业中学'], // verbatim
  ...['KLDM=科类', 'PCDM=录取批次', 'JHXZDM=计划性质', 'ZF=总分', 'SJR=收件人', 'TXDZ=通知书寄送地址', 'LXSJ=手机号', 'JZDH=监护人电话'], // verbatim
].join('\n')
