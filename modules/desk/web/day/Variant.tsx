import { Link } from 'react-router'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { formatSpan } from '#web/values/format.ts'
import { EXPECTED, readExpected } from '../../model/day.ts'
import { situation } from '../../model/layout.ts'
import FiguresWidget from '../widgets/FiguresWidget.tsx'

/** What the day begins with: students see their figures and where they are expected, staff what modules report about those they answer for (60-CD8). */
export const Variant = () => (useMe().detail.studentId ? <OfStudent /> : <OfStaff />)
function OfStudent() {
  const read = useRead(readExpected, {})
  return (
    <>
      <FiguresWidget />
      {read.data?.length ? (
        <Sheet title={t('今天的课和活动')}>
          {read.data.map(one => (
            <Row key={one.key} spread="between">
              <span>
                <b>{one.name}</b> <small>{t(EXPECTED[one.kind])}</small>
              </span>
              <small>{formatSpan(one.begin, one.end)}</small>
            </Row>
          ))}
        </Sheet>
      ) : null}
    </>
  )
}
function OfStaff() {
  const read = useRead(situation, {}, { follows: 'todo' })
  if (!read.data?.length) return null
  return (
    <Sheet title={t('当前情况')}>
      {read.data.map(({ code, text, link }) => (
        <p key={code}>
          <Link to={link} data-due="late">
            {text}
          </Link>
        </p>
      ))}
    </Sheet>
  )
}
