import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { enrolmentStates } from '../model/enrolment.ts'
import { DIGITS, lotteryRecord, resultsOf } from '../model/lottery.ts'
import { SPLITS } from '../model/split.ts'
import { sharesText } from './labels.ts'

type Record = AnswerOf<typeof lotteryRecord>
/** 抽签记录: the hash before the draw, the seed and every number after it, and how to work it out again. */
export default function LotteryPage() {
  const [params] = useOwnParams()
  const id = params.get('id')
  const read = useRead(lotteryRecord, { id: id ?? '' }, { enabled: Boolean(id) })
  return (
    <Page title={t('抽签记录')} width="form" back="/activity/square">
      {id ? (
        <Loaded of={read} lines={8}>
          {data => (
            <Stack>
              <Seed of={data} />
              {data.drawnAt ? <Result of={data} /> : null}
            </Stack>
          )}
        </Loaded>
      ) : (
        <Empty title={t('没有选择活动')} />
      )}
    </Page>
  )
}
function Seed({ of }: { of: Record }) {
  const { title, drawnAt, seed, drawHash, ownNo } = of
  const state = drawnAt ? t('{{at}} 抽签', { at: formatDatetime(drawnAt) }) : t('{{to}} 报名结束后抽签，已有 {{n}} 人报名', { to: formatDatetime(of.enrolTo), n: of.applied })
  return (
    <Sheet title={title} note={state}>
      <p>{t('{{n}} 个名额，候补 {{w}} 人', { n: of.quota ?? 0, w: of.waitlist })}</p>
      {of.splitBy ? (
        <p>
          {t('名额按{{by}}分：{{shares}}', { by: t(SPLITS[of.splitBy]), shares: sharesText(of.groups) })}
          <br />
          <span className="ql-quiet">{t('各组先按抽签名次录取本组的名额，没有划分和没用完的名额再按名次给其余的人；候补在组内排队。')}</span>
        </p>
      ) : null}
      {ownNo ? <p>{t('你的抽签号是 {{n}}', { n: ownNo })}</p> : null}
      <p className="ql-quiet">
        {t('种子的 SHA-256，报名开始时已公布')}
        <br />
        <code>{drawHash}</code>
      </p>
      <p className="ql-quiet">
        {t('种子')}
        <br />
        {seed ? <code>{seed}</code> : t('抽签后公布')}
      </p>
      <p className="ql-quiet">
        {t('复核：对“种子:抽签号”算 SHA-256，取前 {{n}} 位十六进制数，除以 16 的 {{n}} 次方；权重减半的再平方。从大到小排列，就是抽签名次。', { n: DIGITS })}
      </p>
    </Sheet>
  )
}
function Result({ of: { tickets: all, quota, waitlist, ownNo, groups } }: { of: Record }) {
  const tickets = all.flatMap(p => p ?? [])
  const shares = groups.flatMap(g => (g?.key ? [{ key: g.key, seats: g.seats }] : []))
  const results = resultsOf(tickets, { quota: quota ?? 0, shares, held: new Map(), isOver: true, waitlist })
  return (
    <Sheet title={t('抽签结果')}>
      <PlainTable
        label={t('抽签结果')}
        rows={tickets}
        keyOf={p => p.no}
        isSelected={p => p.no === ownNo}
        isLong
        empty={t('没有人报名')}
        columns={[
          [t('抽签名次'), p => p.rank, { isNumber: true }],
          [t('抽签号'), p => p.no, { isNumber: true, isHead: true }],
          [t('结果'), p => <StateTag key="result" of={enrolmentStates} state={results.get(p) ?? 'notAdmitted'} />],
          groups.length > 0 && [t('名额分组'), p => groups.find(g => g?.key === p.splitKey)?.name],
          [t('权重'), p => (p.isHalf ? t('减半') : '')],
        ]}
      />
    </Sheet>
  )
}
