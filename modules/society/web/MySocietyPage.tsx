import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMay } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { agreeToLead, offersToLead } from '../model/change-application.ts'
import { mySocieties } from '../model/member-actions.ts'
import { Kept } from './mine/Kept.tsx'
import { Membership } from './mine/Membership.tsx'

/** 我的社团: what I am in; for heads and advisors, who asks to join and who is in. */
export default function MySocietyPage() {
  const offers = useRead(offersToLead, {}, { enabled: useMay()(offersToLead.permission) })
  const read = useRead(mySocieties, {})
  const square = <Link to="/society/square">{t('社团广场')}</Link>
  return (
    <Page title={t('我的社团')} width="form" actions={square}>
      <Loaded of={read} lines={8}>
        {({ mine, kept }) =>
          mine.length || kept.length ? (
            <Stack>
              {(offers.data ?? []).map(o => o && <Offer key={o.id} of={o} />)}
              {kept.map(k => k && <Kept key={k.id} of={k} />)}
              {mine.map(m => m && <Membership key={m.id} of={m} />)}
            </Stack>
          ) : (
            <Empty title={t('你还没有社团')}>{square}</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}
type OneOffer = NonNullable<AnswerOf<typeof offersToLead>[number]>
/** 60-SO15: somebody is asked to lead. */
const Offer = ({ of }: { of: OneOffer }) => (
  <Sheet
    title={t('{{head}}请你接任“{{society}}”的负责人', { head: of.head, society: of.society })}
    {...(of.effectiveAt ? { note: t('{{at}} 生效', { at: formatDatetime(of.effectiveAt) }) } : {})}
  >
    <ActionButton
      of={agreeToLead}
      input={{ id: of.id }}
      type="primary"
      changes={['societyChange', 'societyMember', 'todo']}
      confirm={t('同意后，审批通过并到生效时间，你就是负责人。')}
    />
  </Sheet>
)
export const about: PageFile['about'] = () => ({
  use: t('你加入的和负责的社团。'),
  who: t('成员看自己的；负责人、副负责人和指导教师看本社团的名册和申请。'),
  first: t('负责人先答复加入的申请；到期没有答复的，由指导教师决定。'),
})
