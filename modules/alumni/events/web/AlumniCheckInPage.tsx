import { Input } from 'antd'
import { codeIn } from '#model/scanned-code.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { enrolmentStates } from '../model/activity.ts'
import { checkIn, lookAtCode } from '../model/activity-actions.ts'
import { ACTIVITY_CHANGES } from './labels.ts'

const PATH = '/alumni/activities/checkin'
/** 活动签到: any camera that scans a code leads here with it; it can be typed as well. */
export default function AlumniCheckInPage() {
  const [params, , put] = useOwnParams()
  const code = params.get('code')
  return (
    <Page title={t('活动签到')} width="form">
      <Stack>
        <Input.Search
          key={code}
          defaultValue={code ?? ''}
          enterButton={t('查看')}
          placeholder={t('扫码，或输入签到码')}
          aria-label={t('签到码')}
          onSearch={value => put({ code: (codeIn(PATH, value) ?? value).trim() || undefined })}
        />
        {code ? <One code={code} /> : null}
      </Stack>
    </Page>
  )
}
function One({ code }: { code: string }) {
  const read = useRead(lookAtCode, { code })
  return (
    <Loaded of={read} lines={3}>
      {({ title, name, people, state, isPaid }) => (
        <Sheet title={name} note={[title, t('{{n}} 人', { n: people })].join(' · ')} actions={<StateTag of={enrolmentStates} state={state} />}>
          <Row>
            {isPaid ? null : <State tone="refused">{t('还没有缴费')}</State>}
            {state === 'enrolled' ? <ActionButton of={checkIn} input={{ code }} type="primary" disabled={!isPaid} changes={ACTIVITY_CHANGES} /> : null}
          </Row>
        </Sheet>
      )}
    </Loaded>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('活动现场扫校友手机上的码，确认到场。'),
  who: t('校友工作办公室，和办活动的校友会负责人。'),
  first: t('用手机相机扫码会打开这个页面，点“签到”。'),
})
