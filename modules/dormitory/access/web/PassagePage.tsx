import { Button, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { FileUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { InputOf } from '#model'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { SpanInput } from '#web/inputs/SpanInput.tsx'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { ImportDialog } from '#web/records/lazy-dialogs.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { accessEvent, DIRECTIONS, type Direction, passageWay } from '../model/access-event.ts'
import { exportPassages, passages } from '../model/device-actions.ts'
import style from './access.module.css'

type Item = AnswerOf<typeof passages>['items'][number]
type ExportInput = InputOf<typeof exportPassages>
const at = (date: string, plus = 0): string => schoolInstant(addDays(date, plus))

/** 宿舍管理 → 安全门禁 → 通行记录: loaded on request only, as every read is audited. */
export default function PassagePage() {
  const [params] = useOwnParams()
  const [days, setDays] = useState<readonly [string, string]>(() => [dayjs(schoolDate(Date.now())).subtract(1, 'day').format('YYYY-MM-DD'), schoolDate(Date.now())])
  const [studentId, setStudent] = useState<string | null>(params.get('studentId'))
  const [dormId, setDorm] = useState<string | null>(params.get('dormId'))
  const [direction, setDirection] = useState<Direction | null>(null)
  const [purpose, setPurpose] = useState('')
  const asked: ExportInput = { from: at(days[0]), to: at(days[1], 1), studentId, dormId, direction, purpose: purpose.trim() || null }
  return (
    <Page
      title={t('通行记录')}
      actions={
        <>
          <ImportButton />
          <DownloadButton of={exportPassages} input={asked} />
        </>
      }
    >
      <p className={style.sentence}>{t('通行记录是行踪信息，每次查询都会留下记录；查询一名学生要写明原因。')}</p>
      <Row className={style.tools}>
        <SpanInput from={days[0]} to={days[1]} label={t('时间')} onChange={next => setDays([next.from, next.to])} />
        <RefSelect to="student" aria-label={t('学生')} placeholder={t('学生')} value={studentId} onChange={setStudent} />
        <RefSelect to="dormBuilding" aria-label={t('宿舍楼')} placeholder={t('宿舍楼')} value={dormId} onChange={setDorm} />
        <Select
          aria-label={t('方向')}
          placeholder={t('方向')}
          allowClear
          value={direction}
          options={Object.entries(DIRECTIONS).map(([value, label]) => ({ value: value as Direction, label: t(label) }))}
          onChange={next => setDirection(next ?? null)}
        />
        {studentId ? (
          <Input aria-label={t('查询原因')} placeholder={t('查询原因')} maxLength={200} style={{ width: 240 }} value={purpose} onChange={event => setPurpose(event.target.value)} />
        ) : null}
      </Row>
      <Asking key={JSON.stringify(asked)} asked={asked} />
    </Page>
  )
}
function Asking({ asked }: { asked: ExportInput }) {
  const [items, setItems] = useState<readonly Item[]>()
  const [next, setNext] = useState<string | null>(null)
  const act = useAct(passages, {
    done: false,
    onDone: answer => {
      setItems(now => [...(now ?? []), ...answer.items])
      setNext(answer.next)
    },
  })
  return (
    <>
      {items ? null : (
        <div>
          <Button type="primary" loading={act.isPending} onClick={() => act.mutate(asked)}>
            {t('查询')}
          </Button>
        </div>
      )}
      {act.error ? <Refused what={t('没有查询')} error={act.error} /> : null}
      {items?.length === 0 ? <Empty title={t('这段时间没有通行记录')} /> : null}
      {items?.length ? <Table items={items} /> : null}
      {items && next ? (
        <Button className={classes(style.more)} loading={act.isPending} onClick={() => act.mutate({ ...asked, before: next })}>
          {t('更多')}
        </Button>
      ) : null}
    </>
  )
}
function Table({ items }: { items: readonly Item[] }) {
  const ways = useDict(passageWay)
  return (
    <Sheet label={t('通行记录')} isBare>
      <PlainTable
        label={t('通行记录')}
        rows={items}
        keyOf={i => i.id}
        columns={[
          [t('时间'), i => formatDatetime(i.at)],
          [t('学生'), i => i.name, { isHead: true }],
          [t('学号'), i => i.studentNo ?? MISSING],
          [t('班级'), i => i.className ?? MISSING],
          [t('方向'), i => t(DIRECTIONS[i.direction])],
          [t('设备'), i => i.deviceName ?? MISSING],
          [t('宿舍楼'), i => i.dormName ?? MISSING],
          [t('通行方式'), i => (i.way ? dictLabel(ways, i.way) : MISSING)],
        ]}
      />
    </Sheet>
  )
}
function ImportButton() {
  const may = useCan('dormitory:accessEvent:import')
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button icon={<FileUp size={16} />} onClick={() => setOpen(true)}>
        {t('导入')}
      </Button>
      <Suspense>{isOpen ? <ImportDialog of={accessEvent} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
