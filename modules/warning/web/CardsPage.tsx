import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { ownCards } from '../model/actions.ts'
import { markStudent } from '../model/warning-mark.ts'
import { CardList } from './CardList.tsx'

export const about: PageFile['about'] = () => ({
  use: t('近来有几件事凑在一起、值得去看看的学生，和列入的原因。'),
  who: t('辅导员和班主任只看自己班级的；分数只加你看得到的原因。每次查看都有记录。'),
  first: t('名单只是提醒，不是结论。先打电话或见面，再点“开始跟进”；办完写明结果，点“结束预警”。'),
})
const CHANGES = [ownCards.of]
/** 预警名单: the reader's own students, gravest first, with the reasons. */
export default function CardsPage() {
  const read = useRead(ownCards, {})
  return (
    <Page
      title={t('预警名单')}
      actions={<FormButton of={markStudent} layout={['studentId', 'reason']} changes={CHANGES} />}
      help={t('列入名单只说明值得去看看，不用于评奖、资助、处分等任何决定。')}
    >
      <Loaded of={read} lines={8}>
        {({ cards }) => (cards.length ? <CardList cards={cards} /> : <Empty title={t('现在没有需要留意的学生')} />)}
      </Loaded>
    </Page>
  )
}
