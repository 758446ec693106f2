import { choice, entity, integer, type Row, ref, text } from '#model'

export const RELATIONS = { required: '必考', recommended: '推荐' } as const
/** 专业证书要求: what a major asks of its students, or recommends; of one grade or of all. */
export const majorCert = entity(
  'certificate.majorCert',
  '专业证书要求',
  {
    majorId: ref('major', '专业', { required: true, immutable: true }),
    catalogId: ref('certCatalog', '证书', { required: true, immutable: true }),
    grade: integer('年级', { immutable: true, min: 1950, max: 2100, sortable: true, help: '不填的是所有年级；一个年级另有要求的，按那个年级的' }),
    relation: choice('要求', RELATIONS, { required: true }),
    minLevel: text('最低等级', { max: 30 }),
  },
  {
    title: 'relation',
    scope: { everyone: 'what majors ask, without data of students' },
    sort: ['majorId', 'grade'],
    importKey: ['majorId', 'catalogId', 'grade'],
    unique: [['majorId', 'catalogId', 'grade']],
    refusals: { level: '“{name}”没有等级“{level}”，可以填：{levels}' },
  },
)
export type MajorCert = Row<typeof majorCert>
