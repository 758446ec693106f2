import { Check } from 'lucide-react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { type KeyLink, KeyPage } from '#web/records/KeyPage.tsx'
import { useKeyRead } from '#web/records/useKeyRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { PHASES } from '../../steps/model/step.ts'
import { followArrival, PHASE_ORDER } from '../model/family-link.ts'
import style from './relatives.module.css'

const MINUTE_MS = 60_000
type Arrival = AnswerOf<typeof followArrival>
/** 报到进度, as the family reads it by its link, without an account. */
export default function ArrivalFollowPage() {
  return <KeyPage title={t('报到进度')}>{link => <Followed link={link} />}</KeyPage>
}
function Followed({ link }: { link: KeyLink }) {
  const read = useKeyRead(followArrival, link, { every: MINUTE_MS })
  const { data } = read
  return (
    <Page title={t('报到进度')} help={data?.school} width="form">
      {data ? <Shown of={data} /> : <Loading of={read} lines={8} failed={t('报到进度打不开')} />}
    </Page>
  )
}
function Shown({ of }: { of: Arrival }) {
  const steps = of.steps.flatMap(s => s ?? [])
  return (
    <Stack>
      <Sheet>
        <Stack gap={2}>
          <b>{of.batch}</b>
          <span role="status">{of.arrivedAt ? t('{{time}} 已到校', { time: formatDatetime(of.arrivedAt) }) : t('还没有到校')}</span>
          <span>{t('现场报到 {{from}} 至 {{to}}', { from: formatDatetime(of.siteFrom), to: formatDatetime(of.siteTo) })}</span>
          {of.contacts ? <span>{t('咨询电话 {{phone}}', { phone: of.contacts })}</span> : null}
        </Stack>
      </Sheet>
      <Sheet title={t('必办事项 {{done}} / {{total}} 项办完', { done: of.done, total: steps.length })}>
        {PHASE_ORDER.map(phase => {
          const own = steps.filter(s => s.phase === phase)
          return own.length ? (
            <section key={phase}>
              <h3>{t(PHASES[phase])}</h3>
              <ul className={style.steps}>
                {own.map(step => (
                  <li key={step.name}>
                    <Row spread="between">
                      <span>{step.name}</span>
                      {step.isDone ? (
                        <Row gap={1} as="span">
                          <Check size={16} aria-hidden />
                          {t('办完')}
                        </Row>
                      ) : (
                        <span className="ql-quiet">{t('未办')}</span>
                      )}
                    </Row>
                  </li>
                ))}
              </ul>
            </section>
          ) : null
        })}
      </Sheet>
      <p className="ql-help">{t('链接 {{time}} 前可以打开，学生随时可以停用。这里不显示学生的个人信息。', { time: formatDatetime(of.until) })}</p>
    </Stack>
  )
}
