import { Select } from 'antd'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import type { FormLayout, FormValues } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { type ChangeKind, WITH_MINUTES } from '../model/change.ts'
import { changeApplication } from '../model/change-application.ts'

const DRAFT = 'society.societyChange'
const MINE = '/society/changes/mine'
type Begun = BegunOf<typeof changeApplication>
type Mine = MineOf<typeof changeApplication>
/** 申请社团变更: kind, what it becomes, minutes. */
export default function ChangeSocietyPage() {
  return (
    <ApplyPage draft={DRAFT} of={changeApplication} title={t('申请社团变更')} onlyStudents={t('当前账号不是学生，不能申请社团变更')} refused={t('这份申请不能修改')}>
      {(known, row) => (known.societies.length ? <Form key={row?.id ?? 'new'} known={known} row={row} /> : <Empty title={t('你不是社团负责人')} />)}
    </ApplyPage>
  )
}
const is =
  (kind: ChangeKind) =>
  (values: FormValues): boolean =>
    values.kind === kind
function Form({ known, row }: { known: Begun; row: Mine | undefined }) {
  const of = known.societies.find(s => s && (!row || s.id === row.societyId))
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row } : {} })
  const layout: FormLayout = [
    {
      title: of?.name ?? t('社团'),
      fields: [
        'kind',
        {
          field: 'memberId',
          when: is('head'),
          required: true,
          render: ({ id, value, onChange, status }) => (
            <Select
              id={id}
              className="ql-wide"
              showSearch
              optionFilterProp="label"
              value={typeof value === 'string' ? value : undefined}
              status={status}
              options={(of?.people ?? []).flatMap(p => (p ? [{ value: p.id, label: p.name }] : []))}
              onChange={onChange}
            />
          ),
        },
        { field: 'effectiveAt', when: is('head') },
        { field: 'newName', when: is('rename'), required: true },
        { field: 'advisorNo', when: is('advisor'), required: true },
        { field: 'advisorName', when: is('advisor'), required: true },
        { field: 'newUnitId', when: is('unit'), required: true },
        { field: 'charter', when: is('charter'), required: true },
        { field: 'minutes', when: values => WITH_MINUTES.includes(values.kind as ChangeKind), required: true },
        'reason',
      ],
    },
  ]
  const state = useApplicationForm({ of: changeApplication, ...begun, page: MINE, layout, beside: { societyId: of?.id }, once: ['societyId'], changes: ['society'] })
  return (
    <ApplicationForm of={state} title={t('申请社团变更')} own={{ path: MINE, label: t('我的社团变更') }} isBlocked={false}>
      <p className="ql-quiet">{t('审批通过后自动生效；换届还要新负责人同意。')}</p>
    </ApplicationForm>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('换届、更名、更换指导教师或业务指导单位、修改章程。'),
  who: t('社团负责人申请；指导教师、业务指导单位、团委依次审批，更名还要学工处同意。'),
  first: t('先选变更的种类；换届、更名和修改章程要上传会议纪要。'),
})
