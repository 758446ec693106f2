import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { MISSING } from '#web/values/format.ts'
import { callStates } from '../model/attention-call.ts'
import { myCalls, takeCall } from '../model/call-actions.ts'
import { CallSheet } from './public/CallSheet.tsx'

export const about: PageFile['about'] = () => ({
  use: t('需要马上处理的学生：谁在呼叫你，谁已经接手。'),
  who: t('依次呼叫名单上的人，只有被呼叫到的人看得到，请不要转述。'),
  first: t('按“收到，我来处理”，再给学生或紧急联系人打电话；不要让学生独处。'),
})
/** 紧急呼叫: acknowledged in one press, also on a phone. */
export default function CallsPage() {
  const read = useRead(myCalls, {}, { follows: 'todo' })
  return (
    <Page title={t('紧急呼叫')} width="form">
      <Loaded of={read} empty={calls => calls.length === 0 && t('现在没有呼叫你的事')}>
        {calls => (
          <Stack>
            {calls.map(call => (
              <Sheet key={call.id} title={[call.className, call.name].filter(Boolean).join(' ')}>
                {callStates.allows(call, 'take') ? (
                  <Row>
                    <ActionButton of={takeCall} input={{ id: call.id }} type="primary" done={t('已告知其他人由你处理')} />
                  </Row>
                ) : null}
                <p>
                  {t('学生电话：')}
                  <Dial number={call.phone} />
                </p>
                <p>
                  {t('紧急联系人：{{name}} {{phone}}', { name: call.contactName ?? MISSING, phone: '' })}
                  <Dial number={call.contactPhone} />
                </p>
                <CallSheet of={call} />
              </Sheet>
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
const Dial = ({ number }: { number: string | null }) => (number ? <a href={`tel:${number}`}>{number}</a> : <span>{MISSING}</span>)
