import { Select } from 'antd'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { rolloverYears } from '../model/rollover-actions.ts'
import { LineTable } from './LineTable.tsx'
import { RunSheet } from './RunSheet.tsx'
import { RunTable } from './RunTable.tsx'

export const about: PageFile['about'] = () => ({
  use: t('把学校从一个学年带到下一个：新学年和学期、新年级的专业和班级、毕业班结束、到期提醒、注册批次，一次办完。'),
  who: t('学工处预览和结转，学院看本院的例外。'),
  first: t('先预览，预览不改任何数据。有例外的步骤等处理或跳过之后再做；结转后几天内可以撤销。'),
})
/** 基础数据 → 学年结转: the steps of a year with their counts, what waits for a decision, every affected row, and earlier runs. */
export default function RolloverPage() {
  return useCan('campus:rolloverRun:list') ? <Office /> : <LineTable title={t('学年结转')} where={{ 'state.in': 'blocked,skipped' }} />
}
function Office() {
  const read = useRead(rolloverYears, {})
  const [params, , put] = useOwnParams()
  const years = read.data ?? []
  const year = years.find(y => y.toXn === params.get('xn')) ?? years[0]
  return (
    <Page
      title={t('学年结转')}
      actions={
        years.length > 1 ? (
          <Select
            aria-label={t('学年')}
            value={year?.toXn ?? null}
            options={years.map(y => ({ value: y.toXn, label: `${y.fromXn} → ${y.toXn}` }))}
            onChange={xn => put({ xn, page: null })}
          />
        ) : null
      }
    >
      <Loaded of={read} empty={data => data.length === 0 && t('校历里还没有今天所在的学年')}>
        {() =>
          year ? (
            <>
              <RunSheet key={year.toXn} year={year} />
              {year.runId ? <Rows runId={year.runId} /> : null}
            </>
          ) : null
        }
      </Loaded>
    </Page>
  )
}
const VIEWS = { exceptions: '例外', lines: '全部明细', runs: '历次结转' } as const
function Rows({ runId }: { runId: string }) {
  const views = useView(VIEWS, { label: t('学年结转') })
  const drawn = <ViewSwitch of={views} />
  if (views.view === 'runs') return <RunTable views={drawn} />
  const isExceptions = views.view === 'exceptions'
  return (
    <LineTable
      key={views.view}
      isPart
      isExceptions={isExceptions}
      title={isExceptions ? t('例外') : t('明细')}
      views={drawn}
      where={{ runId, ...(isExceptions ? { 'state.in': 'blocked,skipped' } : {}) }}
    />
  )
}
