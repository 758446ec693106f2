import { Pagination, Switch } from 'antd'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney, MISSING } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { aidOverview } from '../model/actions.ts'

/** 资助补助 → 资助全景: one row for each student with a level or any aid of the year, whoever gave it. */
export default function OverviewPage() {
  const [params, , put] = useOwnParams()
  const without = params.get('without') === '1'
  const current = Number(params.get('page') ?? 1)
  const read = useRead(aidOverview, { without: without || null, current }, { keeps: true })
  const levels = useDict(aidLevel)
  return (
    <Page title={t('资助全景')}>
      <Row>
        <Switch checked={without} onChange={on => put({ without: on ? '1' : null, page: null })} aria-label={t('只看已认定没有资助的')} />
        <span>{t('只看已认定没有资助的')}</span>
      </Row>
      <Loaded of={read}>
        {data => (
          <>
            <Figures label={t('资助全景')}>
              <Figure label={t('学年')} value={data.xn} />
              <Figure label={t('人数')} value={data.total} />
              <Figure label={t('合计')} value={formatMoney(data.sum)} />
            </Figures>
            <Sheet isBare>
              <PlainTable
                label={t('资助全景')}
                rows={data.rows}
                keyOf={r => r.id}
                empty={t('没有这样的学生')}
                isCardsOnPhone
                columns={[
                  [t('姓名'), r => r.name, { isHead: true }],
                  [t('学号'), r => r.studentNo ?? MISSING],
                  [t('班级'), r => r.className ?? MISSING],
                  [t('困难等级'), r => (r.level ? dictLabel(levels, r.level) : MISSING)],
                  [t('各种资助'), r => r.parts.flatMap(p => (p ? `${t(p.label)} ${formatMoney(p.amount)}` : [])).join('、') || MISSING],
                  [t('合计'), r => formatMoney(r.sum), { isNumber: true }],
                ]}
              />
              <Pagination current={current} total={data.total} pageSize={data.size} showSizeChanger={false} hideOnSinglePage onChange={page => put({ page: String(page) })} />
            </Sheet>
          </>
        )}
      </Loaded>
    </Page>
  )
}
