import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { mySheet } from '../model/actions.ts'
import { SheetView } from './public/SheetView.tsx'

/** The own result: each point with its evidence and its rule, the rank in each scope. */
export default function MySheetPage() {
  return (
    <StudentsOnly title={t('我的测评')} otherwise={t('学生在这里看自己的综合测评。')}>
      <Mine />
    </StudentsOnly>
  )
}
function Mine() {
  const [params, setParams] = useSearchParams()
  const schemeId = params.get('scheme')
  const read = useRead(mySheet, schemeId ? { schemeId } : {})
  return (
    <Page title={t('我的测评')} width="form">
      <Loaded of={read}>
        {data => (
          <Stack>
            <Select
              aria-label={t('测评方案')}
              value={data.schemeId}
              options={[{ schemeId: data.schemeId, scheme: data.scheme }, ...data.others.flatMap(o => o ?? [])].map(o => ({ value: o.schemeId, label: o.scheme }))}
              onChange={scheme => setParams({ scheme })}
            />
            <SheetView of={data} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('看自己综合测评的每一分怎样得来，在班级和专业里排第几。'),
  who: t('每个学生只看自己的。'),
  first: t('点开各维度看佐证；少了的佐证到“我的成长”申报。'),
})
