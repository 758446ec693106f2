import { Button, Select } from 'antd'
import { ChevronLeft, ChevronRight, MonitorUp } from 'lucide-react'
import { Link } from 'react-router'
import { addDays } from '#modules/campus/model/days.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { approveHours, settleScan, weekGrid } from '../model/actions.ts'
import { WeekTable } from './week/WeekTable.tsx'

export type Week = AnswerOf<typeof weekGrid>
export const CHANGES = ['hourEntry', 'workScan']

export const about: PageFile['about'] = () => ({
  use: t('本单位的学生这一周各做了几小时，本月合计多少。'),
  who: t('用工单位登记，学生确认。'),
  first: t('点格子登记工时；墙上的屏幕显示签到码，学生扫码上岗和离岗。'),
})
/** 工时登记: a week of a unit, a line for everybody on duty. */
export default function HoursPage() {
  const [params, , put] = useOwnParams()
  const [unitId, week] = [params.get('unitId'), params.get('week')]
  const read = useRead(weekGrid, { ...(unitId && { unitId }), ...(week && { week }) }, { keeps: true })
  return (
    <Page
      title={t('工时登记')}
      actions={
        read.data?.unitId ? (
          <Link to={`/workStudy/screen?unitId=${read.data.unitId}`} target="_blank">
            <Button icon={<MonitorUp size={15} />}>{t('打开签到屏')}</Button>
          </Link>
        ) : null
      }
    >
      <Loaded of={read} lines={8}>
        {data => (
          <Stack>
            <Row gap={3}>
              {data.units.length > 1 ? (
                <Select
                  aria-label={t('用工单位')}
                  value={data.unitId}
                  options={data.units.flatMap(u => (u ? { value: u.id, label: u.name } : []))}
                  onChange={id => put({ unitId: id ?? undefined })}
                />
              ) : null}
              <Button aria-label={t('上一周')} icon={<ChevronLeft size={15} />} onClick={() => put({ week: addDays(data.from, -7) })} />
              <b>{t('{{from}} 至 {{to}}', { from: formatDate(data.from), to: formatDate(data.to) })}</b>
              <Button aria-label={t('下一周')} icon={<ChevronRight size={15} />} onClick={() => put({ week: addDays(data.from, 7) })} />
            </Row>
            <Forgotten of={data} />
            <Waiting of={data} />
            {data.people.length ? <WeekTable of={data} dayOf={n => addDays(data.from, n)} /> : <Empty title={t('还没有人在岗')} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
/** Scans without an end. */
function Forgotten({ of }: { of: Week }) {
  if (!of.forgotten.length) return null
  return (
    <Sheet title={t('忘记签退')}>
      {of.forgotten.map(f =>
        f ? (
          <Row key={f.id} spread="between">
            <span>
              {f.name} · {f.post} · {t('{{at}} 签到', { at: formatDatetime(f.inAt) })}
            </span>
            <FormButton of={settleScan} input={{ id: f.id }} changes={CHANGES} note={t('不填结束时间，这次不计工时。')} />
          </Row>
        ) : null,
      )}
    </Sheet>
  )
}
/** Scanned and own hours that the unit has not approved yet. */
function Waiting({ of }: { of: Week }) {
  const ids = of.people.flatMap(p => p?.entries.flatMap(e => (e?.state === 'studentConfirmed' && e.source !== 'employer' ? e.id : [])) ?? [])
  if (!ids.length) return null
  return (
    <Sheet title={t('等你认可')}>
      <Row spread="between">
        <span>{t('这一周有 {{n}} 条扫码和学生补登的工时', { n: ids.length })}</span>
        <ActionButton of={approveHours} input={{ ids }} type="primary" changes={CHANGES} confirm={t('认可这 {{n}} 条工时，计入工资。', { n: ids.length })} />
      </Row>
    </Sheet>
  )
}
