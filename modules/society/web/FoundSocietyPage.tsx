import { Link } from 'react-router'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ShareLink } from '#web/feedback/ShareLink.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { CHARTER_PARTS, changeFounding, consentToFound, foundingStates, myFoundings, startFounding, submitFounding, takeBackConsent, withdrawFounding } from '../model/founding.ts'
import { FOUNDING_CHANGES } from './labels.ts'

type Founding = NonNullable<AnswerOf<typeof myFoundings>[number]>
const LAYOUT: LayoutOf<typeof startFounding> = [
  { title: '社团', fields: ['name', 'nameEn', 'category', 'level', { field: 'departmentId', when: v => v.level === 'college' }, 'purpose', 'meets', 'joinWay'] },
  { title: '指导', fields: ['guidanceUnitId', 'advisorNo', 'advisorName'] },
  { title: '章程', fields: ['charter', 'charterParts'] },
]
/** 发起社团: one's own call for founders, and the one a link leads to. */
export default function FoundSocietyPage() {
  return (
    <StudentsOnly title={t('发起社团')} otherwise={t('当前账号不是学生，不能发起社团')}>
      <Foundings />
    </StudentsOnly>
  )
}
function Foundings() {
  const [params] = useOwnParams()
  const id = params.get('id')
  const read = useRead(myFoundings, id ? { id } : {})
  return (
    <Page
      title={t('发起社团')}
      width="form"
      actions={<FormButton of={startFounding} layout={LAYOUT} type="primary" size={720} changes={FOUNDING_CHANGES} done={t('已发起，把链接发给同学')} />}
    >
      <Loaded of={read} lines={6}>
        {rows =>
          rows.length ? (
            <Stack>{rows.map(row => row && <OneFounding key={row.id} of={row} />)}</Stack>
          ) : (
            <Empty title={t('没有发起过社团')}>{t('写好名称、宗旨和章程，再请同学逐个同意。')}</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}
function OneFounding({ of }: { of: Founding }) {
  const who = [of.applicant ? t('发起人 {{name}}', { name: of.applicant }) : null, of.advisor ? t('指导教师 {{name}}', { name: of.advisor }) : null, of.unit]
  return (
    <Sheet title={of.name} note={t('{{n}} / {{needed}} 人已同意', { n: of.confirmed, needed: of.needed })} actions={<StateTag of={foundingStates} state={of.state} />}>
      <p>{of.purpose}</p>
      <p className="ql-quiet">{[...who, of.meets].filter(Boolean).join(' · ')}</p>
      {of.state === 'gathering' ? <p className="ql-quiet">{t('{{until}} 前逐个同意', { until: formatDatetime(of.gatherUntil) })}</p> : null}
      {of.isMine ? <Own of={of} /> : <Others of={of} />}
    </Sheet>
  )
}
/** 60-SO1: each confirms personally. */
function Others({ of: { id, name, state, isFounder } }: { of: Founding }) {
  if (state !== 'gathering') return null
  return (
    <Row>
      {isFounder ? (
        <ActionButton of={takeBackConsent} input={{ id }} changes={FOUNDING_CHANGES} />
      ) : (
        <ActionButton
          of={consentToFound}
          input={{ id }}
          type="primary"
          changes={FOUNDING_CHANGES}
          confirm={t('你同意作为发起人成立“{{name}}”；成立前不能再发起别的社团，成立后成为成员。', { name })}
        />
      )}
    </Row>
  )
}
function Own({ of }: { of: Founding }) {
  const { id, state } = of
  const can = (verb: 'change' | 'submit' | 'withdraw') => foundingStates.allows({ state }, verb)
  const lacking = Object.entries(CHARTER_PARTS).flatMap(([part, label]) => (of.charterParts?.some(p => p === part) ? [] : [t(label)]))
  return (
    <Stack>
      {state === 'gathering' ? (
        <>
          <ShareLink path={`/society/found?id=${id}`} label={t('发起人扫码同意')} size={120} />
          <p className="ql-quiet">{of.founders.filter(Boolean).join('、')}</p>
        </>
      ) : null}
      {can('submit') ? (
        <CheckList
          label={t('提交前要有')}
          of={[
            { name: t('社团发起人'), isMet: of.confirmed >= of.needed, why: t('{{n}} / {{needed}} 人已同意', { n: of.confirmed, needed: of.needed }) },
            { name: t('章程'), isMet: !lacking.length, why: lacking.length ? t('还没有写明：{{parts}}', { parts: lacking.join('、') }) : '' },
          ]}
        />
      ) : null}
      {of.similar.length ? <p>{t('名称相近的社团：{{names}}', { names: of.similar.join('、') })}</p> : null}
      <Row>
        {can('submit') ? <ActionButton of={submitFounding} input={{ id }} type="primary" changes={FOUNDING_CHANGES} disabled={of.confirmed < of.needed} /> : null}
        {can('change') ? (
          <FormButton
            of={changeFounding}
            input={{ id }}
            layout={LAYOUT}
            size={720}
            initial={{ ...of, advisorNo: of.advisorNo ?? '', advisorName: of.advisor ?? '' }}
            changes={FOUNDING_CHANGES}
          />
        ) : null}
        {can('withdraw') ? <ActionButton of={withdrawFounding} input={{ id }} danger changes={FOUNDING_CHANGES} confirm={t('撤回后，发起人可以另外发起社团。')} /> : null}
        {of.instanceId ? <Link to={`/workflow/case/${of.instanceId}`}>{t('审批进度')}</Link> : null}
      </Row>
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('发起一个新社团：征集发起人、提交审批、看公示；或者同意别人的发起。'),
  who: t('所有学生；有链接的同学能看到正在征集的社团。'),
  first: t('点“发起成立”，再把链接发给同学，人数够了就提交审批。'),
})
