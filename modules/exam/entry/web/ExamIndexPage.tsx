import { Link } from 'react-router'
import { roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { RealmAccount } from '#web/login/RealmHome.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { applicationStates } from '../model/application.ts'
import { myBatches } from '../model/own-actions.ts'

/** After the publication of an admission. */
const RESULTS: readonly string[] = ['admitted', 'waitlisted', 'notAdmitted', 'confirmed', 'declined']
/** The home page of applicants: the examinations, and how far their own registration is. */
export default function ExamIndexPage() {
  const read = useRead(myBatches, {})
  return (
    <RealmAccount>
      <Loaded of={read} empty={of => of.length === 0 && t('现在没有开放的考试，报名开始后会出现在这里')}>
        {of => (
          <Stack gap={3}>
            {of.map(batch => (
              <Sheet key={batch.id} label={batch.name}>
                <Row gap={3} spread="between">
                  <b>{batch.name}</b>
                  {batch.state ? <StateTag of={applicationStates} state={batch.state} /> : <StateTag of={roundPhases} state={batch.phase} />}
                </Row>
                <p className="ql-quiet">{t('报名 {{from}} – {{to}}', { from: formatDatetime(batch.beginTime), to: formatDatetime(batch.endTime) })}</p>
                {batch.state === 'seated' ? (
                  <p>
                    <Link to={`/dzks/exame/ticket?batch=${batch.id}`}>{t('准考证')}</Link>
                  </p>
                ) : null}
                {batch.state === 'admitted' && batch.confirmBy ? <p>{t('请在 {{at}} 前确认录取', { at: formatDatetime(batch.confirmBy) })}</p> : null}
                {batch.scoresAt && batch.state ? <Link to={`/dzks/exame/score?batch=${batch.id}`}>{t('我的成绩')}</Link> : null}
                {batch.confirmBy || (batch.state && RESULTS.includes(batch.state)) ? <Link to={`/dzks/exame/result?batch=${batch.id}`}>{t('录取结果')}</Link> : null}
                {batch.state || batch.phase === 'open' ? <Link to={`/dzks/exame/apply?batch=${batch.id}`}>{batch.state ? t('我的报名') : t('去报名')}</Link> : null}
              </Sheet>
            ))}
          </Stack>
        )}
      </Loaded>
    </RealmAccount>
  )
}
