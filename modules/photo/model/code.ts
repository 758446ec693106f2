import { date, entity, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

/** 30-PH3: what has been done towards a graduation photo. */
export const codeStates = states(
  {
    downloaded: { label: '已下载采集码', tone: 'going' },
    taken: { label: '已拍摄', tone: 'going' },
    arrived: { label: '照片已到', tone: 'attention' },
    confirmed: { label: '已核对', tone: 'done' },
  },
  { take: ['downloaded'], confirm: ['arrived'] },
)
/** 图像采集码: the code of the national platform that a student brings along to the graduation photo. */
export const collectionCode = entity(
  'photo.collectionCode',
  '图像采集码',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    code: text('采集码', { max: 40, format: 'code', search: true }),
    state: codeStates.field('状态', { initial: 'downloaded', sortable: true }),
    takenOn: date('拍摄日期', { readonly: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    className: text('班级', { computed: true, max: 60 }),
  },
  {
    title: 'code',
    scope: BY_STUDENT,
    unique: [['studentId'], ['code']],
    importKey: ['studentId'],
    sort: ['-createdAt'],
    verbs: ['list', 'add', 'update', 'export', 'import'],
    refusals: { begun: '你已经登记过采集码', codeTaken: '采集码“{code}”已是另一名学生的' },
  },
)
