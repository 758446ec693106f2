import { dictionary } from '#model'

/** How the studies are organised. */
export const studyForm = dictionary('studyForm', '学习形式', [
  ['1', '全日制'],
  ['2', '非全日制'],
  ['3', '函授'],
  ['4', '业余'],
  ['9', '其他'],
])
/** Kind of student (XSLBM). */
export const studentCategory = dictionary(
  'studentCategory',
  '学生类别',
  [
    ['411', '普通专科生'],
    ['412', '五年一贯制学生'],
    ['413', '三二分段学生'],
    ['421', '普通本科生'],
    ['422', '专升本学生'],
    ['423', '第二学士学位生'],
    ['431', '硕士研究生'],
    ['432', '博士研究生'],
    ['441', '中职生'],
    ['451', '留学生'],
    ['461', '预科生'],
    ['499', '其他'],
  ],
  'JY/T 1001',
)
/** How the student came in (RXFSM). */
export const enrolMode = dictionary(
  'enrolMode',
  '入学方式',
  [
    ['01', '普通入学'],
    ['02', '单独考试招生'],
    ['03', '对口招生'],
    ['04', '保送'],
    ['05', '专升本'],
    ['06', '转入'],
    ['07', '定向'],
    ['08', '退役士兵免试'],
    ['99', '其他'],
  ],
  'JY/T 1001',
)
