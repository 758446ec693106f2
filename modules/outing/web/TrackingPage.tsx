import { Button, Cascader, Segmented } from 'antd'
import { BellRing } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCantonTree } from '#modules/campus/web/CantonPicker.tsx'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Columns, Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import { areaNotice, areaNoticeActions, areaReply, areaTask, askArea, studentsInArea, whereNow } from '../model/area.ts'
import { barsOf, CITIES } from './bars.ts'
import style from './outing.module.css'
import { ProvinceMap } from './ProvinceMap.tsx'

/** 外出管理 → 外出追踪: current locations, and safety questions to a region. */
export default function TrackingPage() {
  const [params, , put] = useOwnParams()
  const tab = params.get('tab') === 'asks' ? 'asks' : 'now'
  const mayAsk = useCan(askArea.permission)
  const notice = params.get('notice')
  return (
    <Page
      title={t('外出追踪')}
      actions={
        mayAsk ? (
          <Segmented
            value={tab}
            options={[
              { value: 'now', label: t('现在在哪里') },
              { value: 'asks', label: t('安全询问') },
            ]}
            onChange={next => put({ tab: next === 'now' ? undefined : next, notice: undefined })}
          />
        ) : null
      }
    >
      {tab === 'now' ? <Now mayAsk={mayAsk} /> : notice ? <Replies id={notice} onBack={() => put({ notice: undefined })} /> : <Asks onOpen={id => put({ notice: id })} />}
    </Page>
  )
}
function Now({ mayAsk }: { mayAsk: boolean }) {
  const read = useRead(whereNow, {}, { every: 60_000 })
  const { data } = read
  const [province, setProvince] = useState<string>()
  if (!data) return <Loading of={read} lines={10} />
  const { places } = data
  const chosen = places.find(p => p.code === province) ?? places[0]
  return (
    <>
      <Figures label={t('人数')}>
        <Figure label={t('外出中')} value={data.out} to="/outing/trips" />
        <Figure label={t('逾期未归')} value={data.overdue} to="/outing/trips?view=late" />
        <Figure label={t('今天应返')} value={data.today} to="/outing/trips" />
        <Figure label={t('省份#many')} value={places.length} to="/outing/trips" />
      </Figures>
      {places.length ? (
        <Columns min={420}>
          <Sheet title={t('按省')}>
            <ProvinceMap counts={places.map(p => ({ ...p, key: p.code }))} label={t('各省外出人数')} chosen={chosen?.code} onPick={setProvince} />
          </Sheet>
          <Sheet title={chosen ? t('{{province}}各市', { province: chosen.label }) : t('按市')}>
            <RankBars bars={barsOf(chosen?.cities ?? [])} label={t('各市外出人数')} most={CITIES} />
          </Sheet>
        </Columns>
      ) : (
        <Empty title={t('现在没有学生外出')} />
      )}
      {mayAsk ? <Area key={chosen?.code ?? ''} initial={chosen?.code} /> : null}
    </>
  )
}
interface Option {
  value: string
  label: string
  children?: Option[]
}
const MOST = 100
/** 20-G7: students in a region, and a question to all of them. */
function Area({ initial }: { initial: string | undefined }) {
  const tree = useCantonTree()
  const [path, setPath] = useState<string[]>(initial ? [initial] : [])
  const code = path.at(-1)
  const { data, error } = useRead(studentsInArea, { cantonCode: code ?? '' }, { enabled: Boolean(code) })
  const options = useMemo<Option[]>(
    () => (tree.data ?? []).map(p => ({ value: p.code, label: p.name, children: (p.children ?? []).filter(c => c.code !== p.code).map(c => ({ value: c.code, label: c.name })) })),
    [tree.data],
  )
  const found = code ? (data ?? []) : []
  return (
    <Sheet
      title={t('按地区找人')}
      actions={
        <span role="status" className="ql-quiet">
          {code ? t('共 {{n}} 人', { n: formatNumber(found.length) }) : ''}
        </span>
      }
      className={style.card}
    >
      <Row className={style.tools}>
        <Cascader aria-label={t('地区')} changeOnSelect options={options} value={path} onChange={next => setPath((next ?? []).map(String))} placeholder={t('选择省或市')} />
        <FormButton
          of={askArea}
          input={{ cantonCode: code ?? '' }}
          initial={{ question: t('当地情况有变，请回复是否平安，注意安全。') }}
          icon={<BellRing size={16} />}
          disabled={!found.length}
          note={t('一条消息发给 {{n}} 名学生，他们点一下就能回复。', { n: formatNumber(found.length) })}
        >
          {t('询问平安')}
        </FormButton>
      </Row>
      {error ? <p className="ql-problem">{error.message}</p> : null}
      {found.length ? (
        <PlainTable
          label={t('现在在那里的学生')}
          rows={found.slice(0, MOST)}
          keyOf={s => s.studentId}
          columns={[
            [t('姓名'), s => s.name],
            [t('班级'), s => s.className ?? MISSING],
            [t('所在地区'), s => s.region ?? MISSING],
            [t('依据'), s => (s.why === 'goingOut' ? t('外出登记') : t('节假日去向'))],
          ]}
        />
      ) : (
        <p className="ql-quiet">{code ? t('你的学生里现在没有人在这里') : t('选择地区后列出现在在那里的学生')}</p>
      )}
    </Sheet>
  )
}
const Asks = ({ onOpen }: { onOpen: (id: string) => void }) => (
  <RoundTable
    of={areaNotice}
    actions={areaNoticeActions}
    title={false}
    columns={[
      { key: 'question', width: 320 },
      { key: 'region', width: 200 },
      { key: 'safeCount', width: 90 },
      { key: 'helpCount', width: 110 },
      { key: 'askerId', width: 120 },
    ]}
    onOpen={row => onOpen(row.id)}
  />
)
/** Who has replied, who has not, and reminding them. */
const Replies = ({ id, onBack }: { id: string; onBack: () => void }) => (
  <>
    <TaskBoard
      of={areaTask}
      id={id}
      words={{ expected: t('询问人数'), answered: t('已回复'), lacking: t('未回复') }}
      figures={data => (
        <>
          <Figure label={t('平安')} value={data.safe} />
          <Figure label={t('需要帮助')} value={data.help} />
        </>
      )}
      columns={[[t('需要帮助'), c => c.help]]}
    />
    <EntityTable<typeof areaReply>
      of={areaReply}
      title={t('安全回复#many')}
      where={{ noticeId: id }}
      toolbar={<Button onClick={onBack}>{t('返回')}</Button>}
      columns={[
        { key: 'studentId', title: t('学生'), width: 140, align: 'left' },
        { key: 'reply', tones: { none: 'waiting', safe: 'done', help: 'refused' } },
        'note',
        'repliedAt',
      ]}
      filters={['reply']}
      detail={false}
    />
  </>
)
