import { Input } from 'antd'
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
import { memberStates, POSTS } from '../model/club.ts'
import { acceptMember, clubRoster, declineMember, MOST_SHOWN } from '../model/club-actions.ts'
import { CLUB_CHANGES } from './labels.ts'

type Person = NonNullable<AnswerOf<typeof clubRoster>['people'][number]>
/** 会员名单 of a club, for its officers: who asks to join and who is in, with the contacts they show. */
export default function ClubRosterPage() {
  const [params] = useOwnParams()
  const clubId = params.get('id')
  if (clubId) return <Roster clubId={clubId} />
  return (
    <Page title={t('会员名单')} back="/alumni/clubs">
      <Empty title={t('没有找到校友会')} />
    </Page>
  )
}
function Roster({ clubId }: { clubId: string }) {
  const [params, , put] = useOwnParams()
  const q = params.get('q')
  const read = useRead(clubRoster, { clubId, ...(q && { q }) }, { keeps: true })
  return (
    <Page title={t('会员名单')} width="form" back="/alumni/clubs">
      <Stack>
        <Input.Search allowClear defaultValue={q ?? ''} placeholder={t('姓名')} aria-label={t('姓名')} onSearch={value => put({ q: value.trim() || undefined })} />
        <Loaded of={read} lines={8}>
          {({ name, members, people, isCut }) => (
            <Stack>
              <p className="ql-quiet">{[name, t('{{n}} 名会员', { n: members })].join(' · ')}</p>
              {people.length ? people.map(p => p && <One key={p.id} of={p} />) : <Empty title={t('没有找到会员')} />}
              {isCut ? <p className="ql-quiet">{t('只列出前 {{n}} 人，请缩小范围。', { n: MOST_SHOWN })}</p> : null}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}
function One({ of }: { of: Person }) {
  const { id, name, leaveYear, majorName, post, state, note, phone, email } = of
  return (
    <Sheet
      title={name}
      note={[leaveYear ? t('{{year}} 届', { year: leaveYear }) : null, majorName, post ? t(POSTS[post]) : null].filter(Boolean).join(' · ')}
      actions={state === 'pending' ? <StateTag of={memberStates} state={state} /> : null}
    >
      {note ? <p>{note}</p> : null}
      {phone || email ? (
        <Row>
          {phone ? <a href={`tel:${phone}`}>{phone}</a> : null}
          {email ? <a href={`mailto:${email}`}>{email}</a> : null}
        </Row>
      ) : null}
      {state === 'pending' ? (
        <Row>
          <ActionButton of={acceptMember} input={{ id }} type="primary" changes={CLUB_CHANGES} />
          <FormButton of={declineMember} input={{ id }} danger changes={CLUB_CHANGES} />
        </Row>
      ) : null}
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('谁申请加入，谁是会员。'),
  who: t('只有这个校友会的负责人；联系方式只看得到对你公开的。'),
  first: t('先答复待审核的申请。'),
})
