import { type ApproverSource, RELATIONS, type Relation } from '#flow/index.ts'
import { t } from '#web/i18n/index.ts'

/** Option of “由谁审批”: a kind of source with its fixed part. */
export interface SourceChoice {
  key: string
  label: string
  make: () => ApproverSource
}
const relationLabel = (relation: Relation): string => t('申请人的{{who}}', { who: t(RELATIONS[relation]) })
/** All source options, grouped. */
export function sourceChoices(hasPersonField: string | undefined): ReadonlyArray<{ title: string; choices: readonly SourceChoice[] }> {
  const relations = Object.keys(RELATIONS) as Relation[]
  return [
    {
      title: t('申请人范围内的角色'),
      choices: [
        ...relations.map(relation => ({ key: `relation:${relation}`, label: relationLabel(relation), make: (): ApproverSource => ({ by: 'relation', relation }) })),
        { key: 'roleIn', label: t('申请人单位的其他角色'), make: () => ({ by: 'role', role: '', inDepartment: true }) },
        { key: 'head', label: t('部门负责人'), make: () => ({ by: 'head', levelsUp: 0 }) },
      ],
    },
    {
      title: t('全校固定的人'),
      choices: [
        { key: 'role', label: t('某个角色的所有人'), make: () => ({ by: 'role', role: '' }) },
        { key: 'position', label: t('岗位'), make: () => ({ by: 'position', position: '' }) },
        { key: 'people', label: t('指定人员'), make: () => ({ by: 'people', userIds: [] }) },
      ],
    },
    {
      title: t('办理时决定的人'),
      choices: [
        { key: 'chosen:applicant', label: t('申请人选择'), make: () => ({ by: 'chosen', chooser: 'applicant' }) },
        { key: 'chosen:previous', label: t('上一步审批人选择'), make: () => ({ by: 'chosen', chooser: 'previous' }) },
        ...(hasPersonField ? [{ key: 'field', label: t('表单中填写的人'), make: (): ApproverSource => ({ by: 'field', field: hasPersonField }) }] : []),
        { key: 'previous', label: t('上一步的审批人'), make: () => ({ by: 'previous' }) },
        { key: 'applicant', label: t('申请人本人'), make: () => ({ by: 'applicant' }) },
      ],
    },
  ]
}
export function choiceKey(source: ApproverSource): string {
  if (source.by === 'relation') return `relation:${source.relation}`
  if (source.by === 'role') return source.inDepartment ? 'roleIn' : 'role'
  return source.by === 'chosen' ? `chosen:${source.chooser}` : source.by
}
