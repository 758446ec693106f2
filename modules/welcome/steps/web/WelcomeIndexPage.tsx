import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { RealmAccount } from '#web/login/RealmHome.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { mySteps } from '../model/actions.ts'
import { Countdown } from './index/Countdown.tsx'
import { MySteps } from './index/MySteps.tsx'

/** The home page of new students: how long until they arrive, what to do next, and who looks after them. */
export default function WelcomeIndexPage() {
  const read = useRead(mySteps, {})
  return (
    <RealmAccount>
      {read.error || read.data?.batch === null ? (
        <p>{t('报到事项开放后会出现在这里')}</p>
      ) : (
        <Loaded of={read}>
          {of =>
            of.batch && (
              <Stack gap={4}>
                <Stack gap={1}>
                  <b>{of.batch.name}</b>
                  {of.arrivedAt ? <span>{t('{{time}} 到校', { time: formatDatetime(of.arrivedAt) })}</span> : <Countdown of={of.batch} />}
                  <span className="ql-quiet">
                    {[
                      of.className,
                      of.counsellor ? t('辅导员 {{name}}', { name: of.counsellor }) : '',
                      of.batch.contacts ? t('咨询电话 {{phone}}', { phone: of.batch.contacts }) : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </Stack>
                <MySteps of={of} />
              </Stack>
            )
          }
        </Loaded>
      )}
    </RealmAccount>
  )
}
