import { Select } from 'antd'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { DrawnInput, FormValues, LayoutOf } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { callOffActivity, changeActivity, ledActivities, myOrganisers, proposeActivity, withdrawActivity } from '../model/actions.ts'
import { activityPhases, ORGANISERS } from '../model/activity.ts'
import { moveActivity } from '../model/moves.ts'
import { LISTED, PROPOSAL_CHANGES, timesText, whereText } from './labels.ts'
import { BudgetInput } from './money/BudgetInput.tsx'
import { SplitInput } from './split/SplitInput.tsx'

type Led = NonNullable<AnswerOf<typeof ledActivities>[number]>
type Organiser = NonNullable<AnswerOf<typeof myOrganisers>[number]>
type Of = (values: FormValues) => { hasFund: boolean; free?: number | null }
const isShared = ({ splitBy }: FormValues): boolean => Boolean(splitBy)
const SHARING = [
  { field: 'splitBy', when: ({ quota }: FormValues) => Boolean(quota) },
  { field: 'quotaSplit', when: isShared, where: ({ splitBy }: FormValues) => ({ splitBy: String(splitBy) }), render: (props: DrawnInput) => <SplitInput {...props} /> },
  // the draw is the moment for seats by lot
  { field: 'splitUntil', when: (values: FormValues) => isShared(values) && values.enrolWay !== 'lottery' },
] as const
const formOf = (of: Of): LayoutOf<typeof proposeActivity> & LayoutOf<typeof changeActivity> => [
  { title: '活动', fields: ['title', 'summary', 'category', 'level'] },
  { title: '时间和地点', fields: ['startAt', 'endAt', 'venueId', 'place', 'online'] },
  { title: '报名', fields: ['enrolFrom', 'enrolTo', 'cancelUntil', 'enrolWay', 'quota', ...SHARING, 'waitlist', 'membersOnly', 'collegeIds', 'grades'] },
  { title: '时长和积分', fields: ['hours', 'points', 'labourHours', 'signRule', 'photoScope'] },
  { title: '经费', fields: [{ field: 'budget', render: props => <BudgetInput {...props} {...of(props.values)} /> }] },
  { title: '安全', fields: ['risks', 'riskPlan', 'guests'] },
]
const inNameOf = (organisers: readonly Organiser[]): LayoutOf<typeof proposeActivity> => [
  {
    title: '组织者',
    fields: [
      {
        field: 'organiserId',
        render: ({ id, value, onChange, status }) => (
          <Select
            id={id}
            className="ql-wide"
            value={typeof value === 'string' ? value : undefined}
            status={status}
            options={organisers.map(o => ({ value: o.id, label: `${t(ORGANISERS[o.type])} · ${o.name}` }))}
            onChange={onChange}
          />
        ),
      },
    ],
  },
  ...formOf(({ organiserId }) => {
    const by = organisers.find(o => o.id === organiserId)
    return { hasFund: by?.type === 'society', free: by?.free ?? null }
  }),
]
/** 组织活动: one's own proposals and those of one's societies. */
export default function OrganiseActivityPage() {
  const organisers = useRead(myOrganisers, {})
  const read = useRead(ledActivities, {})
  const known = (organisers.data ?? []).flatMap(o => o ?? [])
  const [first] = known
  return (
    <Page
      title={t('组织活动')}
      width="form"
      actions={
        first ? (
          <FormButton
            of={proposeActivity}
            layout={inNameOf(known)}
            initial={{ organiserId: first.id, level: first.type === 'society' || first.type === 'class' ? first.type : 'school' }}
            type="primary"
            size={720}
            changes={PROPOSAL_CHANGES}
          />
        ) : null
      }
    >
      <Loaded of={read} lines={6}>
        {rows =>
          rows.length ? (
            <Stack>{rows.map(row => row && <OneActivity key={row.id} of={row} />)}</Stack>
          ) : (
            <Empty title={t('还没有组织过活动')}>{first ? t('写好时间、地点和名额，提交审批。') : t('社团和学生组织的负责人、班长和教师可以申请活动。')}</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}
function OneActivity({ of }: { of: Led }) {
  const { id, state, quota, admitted, waiting, abilities: can } = of
  return (
    <Sheet title={of.title} {...(of.organiser ? { note: of.organiser } : {})} actions={<StateTag of={activityPhases} state={of.phase} />}>
      <p className="ql-quiet">
        {[timesText(of), whereText(of)].filter(Boolean).join(' · ')}
        <br />
        {t('已录取 {{n}}', { n: quota === null ? admitted : `${admitted}/${quota}` })}
        {waiting ? t('，候补 {{n}}', { n: waiting }) : ''}
        {of.budgetSum ? ` · ${t('预算 {{sum}}', { sum: formatMoney(of.budgetSum) })}` : ''}
        {of.cost === null ? '' : ` · ${t('支出 {{sum}}', { sum: formatMoney(of.cost) })}`}
        {of.stateNote ? ` · ${of.stateNote}` : ''}
      </p>
      <Row>
        {LISTED.has(state) ? <Link to={`/activity/roster?id=${id}`}>{of.phase === 'closing' ? t('结项') : t('报名名单')}</Link> : null}
        {can.costs || (of.budgetSum && state === 'approved') ? (
          <Link to={`/activity/closing?id=${id}`}>{can.costs && of.cost === null ? t('结清经费') : t('预算和支出')}</Link>
        ) : null}
        {can.change ? (
          <FormButton
            of={changeActivity}
            input={{ id }}
            layout={formOf(() => ({ hasFund: of.organiserType === 'society' }))}
            initial={{ ...of }}
            type="primary"
            size={720}
            changes={PROPOSAL_CHANGES}
          />
        ) : null}
        {can.withdraw ? <ActionButton of={withdrawActivity} input={{ id }} danger changes={PROPOSAL_CHANGES} confirm={t('撤回后要重新申请。')} /> : null}
        {can.move ? (
          <FormButton
            of={moveActivity}
            input={{ id }}
            initial={{ startAt: of.startAt, endAt: of.endAt, venueId: of.venueId, place: of.place, online: of.online }}
            changes={PROPOSAL_CHANGES}
            note={t('已录取的同学会收到通知，要重新确认；不能参加的可以取消。')}
          />
        ) : null}
        {can.callOff ? <FormButton of={callOffActivity} input={{ id }} danger changes={PROPOSAL_CHANGES} note={t('已报名和候补的同学会收到原因。')} /> : null}
        {of.instanceId ? <Link to={`/workflow/case/${of.instanceId}`}>{t('审批进度')}</Link> : null}
      </Row>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('申请活动、看审批到哪一步、有多少人报名。'),
  who: t('社团的负责人、副负责人和指导教师，学生组织的负责人和指导教师，班长，教师和各部门。'),
  first: t('按学校规定的工作日提前申请；有校外嘉宾或风险的要更早。'),
})
