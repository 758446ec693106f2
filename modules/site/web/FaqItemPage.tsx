import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { answerSearch, emptySearch, ignoreSearch } from '../model/counts.ts'
import { faqItem } from '../model/pieces.ts'

const VIEWS = { questions: '问题', searches: '没有答案的搜索' } as const
const CHANGES = ['emptySearch', 'faqItem']
/** 网站管理 → 常见问题: questions with their answers, and what people searched for in vain. */
export default function FaqItemPage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  if (views.view === 'searches')
    return (
      <EntityTable<typeof emptySearch>
        of={emptySearch}
        title={t('常见问题')}
        views={shown}
        columns={[
          { key: 'words', width: 240, align: 'left' },
          { key: 'count', width: 100 },
          { key: 'lastOn', width: 120 },
          { key: 'state', width: 110 },
          { key: 'faqItemId', width: 260, align: 'left' },
        ]}
        filters={['state']}
        rowActions={row =>
          row.state === 'open'
            ? [
                <FormButton
                  key="answer"
                  of={answerSearch}
                  size={720}
                  input={{ id: row.id }}
                  initial={{ question: row.words }}
                  changes={CHANGES}
                  note={t('回答会出现在常见问题里，搜“{{words}}”就能找到。', { words: row.words })}
                />,
                <ActionButton key="ignore" of={ignoreSearch} input={{ id: row.id }} changes={CHANGES} />,
              ]
            : []
        }
      />
    )
  return (
    <EntityTable<typeof faqItem>
      of={faqItem}
      title={t('常见问题')}
      views={shown}
      columns={[
        { key: 'question', width: 320, align: 'left' },
        { key: 'channelId', width: 130 },
        'category',
        { key: 'helpful', width: 90 },
        { key: 'notHelpful', width: 90 },
        { key: 'sort', width: 80 },
        'isEnabled',
      ]}
      filters={['channelId', 'category', 'isEnabled']}
      form={{
        size: 720,
        layout: [
          { title: '内容', fields: ['channelId', 'question', 'answer', 'category', 'words', 'sort', 'isEnabled'] },
          { title: '英文', fields: ['questionEn', 'answerEn'] },
          { title: '繁体', fields: ['questionTw', 'answerTw'] },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('网站上的常见问题，以及大家搜了却没有结果的词。'),
  who: t('学工处和招生办。'),
  first: t('先看“没有答案的搜索”，次数多的写上回答。'),
})
