import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ShareLink } from '#web/feedback/ShareLink.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { CLUB_KINDS, JOIN_WAYS } from '../model/club.ts'
import { agreeToFound, changeFounding, foundingStates, myFoundings, startFounding, submitFounding, takeBackFounding, withdrawFounding } from '../model/founding.ts'
import { CLUB_LAYOUT } from './club-layout.tsx'
import { FOUNDING_CHANGES } from './labels.ts'

type Founding = NonNullable<AnswerOf<typeof myFoundings>[number]>
/** 发起校友会: one's own proposals, those one backs, and the one a link leads to. */
export default function FoundClubPage() {
  const [params] = useOwnParams()
  const id = params.get('id')
  const read = useRead(myFoundings, id ? { id } : {})
  return (
    <Page
      title={t('发起校友会')}
      width="form"
      actions={<FormButton of={startFounding} layout={CLUB_LAYOUT} type="primary" changes={FOUNDING_CHANGES} done={t('已发起，把链接发给校友')} />}
    >
      <Loaded of={read} lines={6}>
        {rows =>
          rows.length ? (
            <Stack>{rows.map(row => row && <OneFounding key={row.id} of={row} />)}</Stack>
          ) : (
            <Empty title={t('没有发起过校友会')}>{t('写好名称和介绍，再请几位校友同意，就可以提交。')}</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}
function OneFounding({ of }: { of: Founding }) {
  const { id, name, kind, cantonName, departmentName, joinWay, proposer, agreed, needed, state } = of
  const facts = [t(CLUB_KINDS[kind]), cantonName ?? departmentName, t(JOIN_WAYS[joinWay]), proposer ? t('发起人 {{name}}', { name: proposer }) : null]
  return (
    <Sheet title={name} note={t('{{n}} / {{needed}} 人已同意', { n: agreed, needed })} actions={<StateTag of={foundingStates} state={state} />}>
      <p>{of.intro}</p>
      <p className="ql-quiet">{facts.filter(Boolean).join(' · ')}</p>
      {of.isMine ? (
        <Own of={of} />
      ) : of.isFounder ? (
        foundingStates.allows({ state }, 'takeBack') && <ActionButton of={takeBackFounding} input={{ id }} changes={FOUNDING_CHANGES} />
      ) : (
        <ActionButton of={agreeToFound} input={{ id }} type="primary" changes={FOUNDING_CHANGES} confirm={t('你同意作为发起人成立“{{name}}”，成立后成为会员。', { name })} />
      )}
    </Sheet>
  )
}
function Own({ of }: { of: Founding }) {
  const { id, state, agreed, needed, name, kind, canton, departmentId, intro, joinWay } = of
  const can = (verb: 'change' | 'submit' | 'withdraw') => foundingStates.allows({ state }, verb)
  return (
    <Stack>
      {foundingStates.allows({ state }, 'agree') ? <ShareLink path={`/alumni/clubs/found?id=${id}`} label={t('发起人扫码同意')} size={120} /> : null}
      <p className="ql-quiet">{of.founders.filter(Boolean).join('、')}</p>
      <Row>
        {can('submit') ? <ActionButton of={submitFounding} input={{ id }} type="primary" changes={FOUNDING_CHANGES} disabled={agreed < needed} /> : null}
        {can('change') ? (
          <FormButton of={changeFounding} input={{ id }} layout={CLUB_LAYOUT} initial={{ name, kind, canton, departmentId, intro, joinWay }} changes={FOUNDING_CHANGES} />
        ) : null}
        {can('withdraw') ? <ActionButton of={withdrawFounding} input={{ id }} danger changes={FOUNDING_CHANGES} confirm={t('撤回后不能恢复，可以重新发起。')} /> : null}
        {of.instanceId ? <Link to={`/workflow/case/${of.instanceId}`}>{t('审批进度')}</Link> : null}
      </Row>
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('发起一个新的校友会，或者同意别人的发起。'),
  who: t('校友；有链接的校友能看到正在征集的发起。'),
  first: t('点“发起校友会”，再把链接发给校友，人数够了就提交审批。'),
})
