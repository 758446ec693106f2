import { useState } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { HelpLines } from '../../screening/web/public/HelpLines.tsx'
import { ABOUT, askHelp, helpStates, myHelp } from '../model/help-request.ts'

export const about: PageFile['about'] = () => ({
  use: t('为自己或者你担心的同学求助。'),
  who: t('只有心理中心的老师看得到；匿名的，谁也查不到是谁写的。'),
  first: t('着急就先打电话；不想打电话，就写几句话。'),
})
/** 心理求助: one tap from home. */
export default function HelpPage() {
  const [isSent, setSent] = useState(false)
  return (
    <Page title={t('心理求助')} width="form">
      <Sheet title={t('你不是一个人，随时可以打')}>
        <HelpLines />
      </Sheet>
      <Sheet title={t('不想打电话，写给心理老师')}>
        <Stack>
          <p>{isSent ? t('值班的心理老师已经收到，会尽快看。现在就想和人说说，请打上面的电话。') : t('可以为自己写，也可以为你担心的同学写；可以不留名字。')}</p>
          <Row>
            <FormButton of={askHelp} type="primary" note={t('匿名的不记录是谁写的，时间也只记到小时。')} done={t('已送到心理中心')} onDone={() => setSent(true)} />
          </Row>
        </Stack>
      </Sheet>
      <OwnRequests />
    </Page>
  )
}
/** What one has written by name, and what was answered. */
function OwnRequests() {
  const read = useRead(myHelp, {})
  return read.data?.map(row => (
    <Sheet key={row.id} title={t(ABOUT[row.about])} actions={<StateTag of={helpStates} state={row.state} />}>
      {row.answer ? <p style={{ whiteSpace: 'pre-line' }}>{row.answer}</p> : null}
      <span className="ql-quiet">{formatDatetime(row.at)}</span>
    </Sheet>
  ))
}
