import { Loaded } from '#web/feedback/Loaded.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { applicant, applicationStates, FITNESS } from '../../model/application.ts'
import { ApplicantActs } from './ApplicantActs.tsx'

/** All that an employer may know of an applicant (40-W10). */
export function ApplicantCard({ id }: { id: string }) {
  const read = useRead(applicant, { id })
  return (
    <Loaded of={read}>
      {of => (
        <Stack>
          <Row spread="between">
            <h2>{of.name}</h2>
            <StateTag of={applicationStates} state={of.state} />
          </Row>
          <dl>
            <Line label={t('班级')} value={of.className} />
            <Line label={t('时间合适')} value={`${of.matchPercent}%`} />
            <Line label={t('特长')} value={of.skills} />
            <Line label={t('自荐')} value={of.statement} />
            <Line label={t('辅导员意见')} value={of.fdyFit ? [t(FITNESS[of.fdyFit]), of.fdyOpinion].filter(Boolean).join('：') : null} />
            <Line label={t('面试成绩')} value={of.result === null ? null : [String(of.result), of.resultNote].filter(Boolean).join('：')} />
            <Line label={t('答复期限')} value={of.state === 'offered' && of.offerUntil ? formatDatetime(of.offerUntil) : null} />
            <Line label={t('电话')} value={of.phone ?? t('录用以后可见')} />
          </dl>
          <Row>
            <ApplicantActs of={of} />
          </Row>
        </Stack>
      )}
    </Loaded>
  )
}
const Line = ({ label, value }: { label: string; value: string | null }) =>
  value ? (
    <>
      <dt className="ql-quiet">{label}</dt>
      <dd>{value}</dd>
    </>
  ) : null
