import { bool, choice, datetime, decimal, entity, integer, list, type Row, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { LEVELS } from '../../attention/model/attention-case.ts'
import { FAULTS } from './scoring.ts'

const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const sensitive = { readonly: true, sensitivity: 'S2' } as const
export const SOURCES = { online: '在线作答', import: '导入' } as const
export const resultStates = states(
  {
    fine: { label: '无须约谈', tone: 'over' },
    toInterview: { label: '待约谈', tone: 'attention' },
    retest: { label: '待重测', tone: 'waiting' },
    confirmed: { label: '已确认', tone: 'done' },
    dismissed: { label: '已排除', tone: 'over' },
  },
  { interview: ['fine', 'toInterview', 'retest', 'confirmed', 'dismissed'], confirm: ['toInterview'], dismiss: ['toInterview'] },
)
/** Of these a level was proposed or an item about harming oneself not denied; of no others. */
export const MARKED: ReadonlyArray<keyof typeof resultStates.labels> = ['toInterview', 'confirmed', 'dismissed']
/** What was counted of the answers, and the levels that follow. Columns of these names are of before scores were encrypted: empty once a school was brought up to date. */
export const measured = {
  total: decimal('总分', { ...sensitive, precision: 7, scale: 2 }),
  factor: decimal('最高因子分', { ...sensitive, precision: 7, scale: 2 }),
  positives: integer('阳性项目数', sensitive),
  isRisk: bool('危险项目', sensitive),
  dimensionScores: list('因子分', shape('因子分', { name: text('因子', { ...need, max: 40 }), score: decimal('分', need) }, need), sensitive),
  seconds: integer('用时（秒）', sensitive),
  proposedLevel: choice('建议等级', LEVELS, sensitive),
  confirmedLevel: choice('确认等级', LEVELS, sensitive),
} as const
/**
 * 普查结果: of one student by one scale. Read by psychologists only, each reading audited; no list, export, search or query knows it (50-MH2). A level is proposed by the cut-offs and
 * stands once a psychologist confirmed it.
 */
export const mhResult = entity(
  'mentalHealth.mhResult',
  '普查结果',
  {
    screeningId: ref('mhScreening', '心理普查', fixed),
    studentId: ref('student', '学生', fixed),
    scaleId: ref('mhScale', '量表', fixed),
    source: choice('来源', SOURCES, { ...need, initial: 'online' }),
    consentAt: datetime('同意时间', need),
    answers: text('答案', { ...sensitive, max: 600, encrypted: true }),
    /** `Scores` as one encrypted text. */
    scores: text('分数', { ...sensitive, max: 4000, encrypted: true }),
    ...measured,
    isInvalid: bool('不计分', { ...sensitive, required: true, initial: false }),
    fault: choice('不计分的原因', FAULTS, sensitive),
    confirmedById: ref('user', '确认人', { readonly: true }),
    confirmedAt: datetime('确认时间', { readonly: true }),
    dismissReason: text('排除原因', { ...sensitive, max: 300, encrypted: true }),
    state: resultStates.field('状态', { initial: 'fine', ...sensitive }),
  },
  { isUncounted: true, title: 'scaleId', scope: BY_STUDENT, unique: [['screeningId', 'studentId', 'scaleId']], verbs: [] },
)
export type MhResult = Row<typeof mhResult>
