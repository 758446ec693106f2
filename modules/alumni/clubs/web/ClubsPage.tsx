import { Input } from 'antd'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
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
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { CLUB_KINDS, memberStates } from '../model/club.ts'
import { findClubs, joinClub, leaveClub, MOST_SHOWN } from '../model/club-actions.ts'
import { CLUB_CHANGES } from './labels.ts'

const VIEWS = { all: { label: '全部' }, mine: { label: '我的' } } as const
type Club = NonNullable<AnswerOf<typeof findClubs>['clubs'][number]>
/** 校友会: those that run, and what I am there. */
export default function ClubsPage() {
  const views = useView(VIEWS)
  const [params, , put] = useOwnParams()
  const q = params.get('q')
  const read = useRead(findClubs, { ...(q && { q }), isMine: views.view === 'mine' }, { keeps: true })
  return (
    <Page title={t('校友会#many')} width="form" views={<ViewSwitch of={views} />}>
      <Stack>
        <Input.Search allowClear defaultValue={q ?? ''} placeholder={t('校友会名称')} aria-label={t('校友会名称')} onSearch={value => put({ q: value.trim() || undefined })} />
        <Loaded of={read} lines={8}>
          {({ clubs, isCut }) => (
            <Stack>
              {clubs.length ? clubs.map(c => c && <OneClub key={c.id} of={c} />) : <Empty title={views.view === 'mine' ? t('还没有加入校友会') : t('没有找到校友会')} />}
              {isCut ? <p className="ql-quiet">{t('只列出前 {{n}} 个，请缩小范围。', { n: MOST_SHOWN })}</p> : null}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}
function OneClub({ of }: { of: Club }) {
  const { id, name, kind, place, members, placesLeft, officers, memberId, myState, isOfficer, pending } = of
  const facts = [t(CLUB_KINDS[kind]), place, t('{{n}} 名会员', { n: members }), placesLeft === null ? null : t('还有 {{n}} 个名额', { n: placesLeft })]
  const isIn = myState === 'member' || myState === 'pending'
  return (
    <Sheet title={name} note={facts.filter(Boolean).join(' · ')} actions={myState ? <StateTag of={memberStates} state={myState} /> : null}>
      <p>{of.intro}</p>
      {officers ? <p className="ql-quiet">{t('负责人：{{names}}', { names: officers })}</p> : null}
      {myState === 'declined' && of.reason ? <p>{t('没有通过：{{reason}}', { reason: of.reason })}</p> : null}
      <Row>
        {isIn ? null : of.joinWay === 'open' ? (
          <ActionButton of={joinClub} input={{ clubId: id }} type="primary" changes={CLUB_CHANGES} disabled={placesLeft === 0} />
        ) : (
          <FormButton of={joinClub} input={{ clubId: id }} type="primary" changes={CLUB_CHANGES}>
            {t('申请加入')}
          </FormButton>
        )}
        {isOfficer ? <Link to={`/alumni/clubs/roster?id=${id}`}>{pending ? t('会员名单，{{n}} 人待审核', { n: pending }) : t('会员名单')}</Link> : null}
        {isIn && memberId ? (
          <ActionButton of={leaveClub} input={{ id: memberId }} changes={CLUB_CHANGES} confirm={isOfficer ? t('退出后，你在这里的任职也结束。') : t('退出后可以再加入。')} />
        ) : null}
      </Row>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('找到并加入各地、各行业、各院系的校友会。'),
  who: t('校友。负责人审核加入申请，看会员名单。'),
  first: t('找到你所在地区或行业的校友会，点加入；没有的可以发起。'),
})
