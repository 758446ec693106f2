import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { getRichText, OWN_TEXTS, richTexts, saveRichText } from '../model/app.ts'

/** Where the program shows its own texts. */
const SHOWN: Readonly<Record<string, string>> = { privacy: '登录页底部，以及每次更新隐私政策版本后的首次登录' } satisfies Record<keyof typeof OWN_TEXTS, string>

/** 系统管理 → 富文本: texts of the school that pages show, such as the privacy notice. */
export default function RichTextPage() {
  const read = useRead(richTexts, {})
  const [open, setOpen] = useState<string>()
  return (
    <Page
      title={t('富文本')}
      actions={
        <FormButton of={saveRichText} size={720} layout={['params', 'title', 'content']} type="primary" icon={<Plus size={16} />} done={t('已保存')}>
          {t('新增')}
        </FormButton>
      }
    >
      <Loaded of={read}>
        {texts => (
          <Sheet title={t('学校的文字')}>
            <PlainTable
              label={t('富文本')}
              rows={texts}
              keyOf={text => text.params}
              isCardsOnPhone
              columns={[
                [t('标题'), text => (text.isWritten ? text.title : t(OWN_TEXTS[text.params as keyof typeof OWN_TEXTS])) || MISSING, { isHead: true }],
                [t('标识'), text => <code>{text.params}</code>],
                [t('显示在哪里'), text => (SHOWN[text.params] ? t(SHOWN[text.params] ?? '') : MISSING)],
                [t('修改时间'), text => (text.updatedAt ? formatDatetime(text.updatedAt) : t('还没有写'))],
                [
                  t('操作'),
                  text => (
                    <Button type="link" size="small" onClick={() => setOpen(text.params)}>
                      {text.isWritten ? t('修改') : t('编写')}
                    </Button>
                  ),
                ],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
      {open ? <Editing key={open} params={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  )
}
/** The form of one text, with what it says now; a stale version is refused. */
function Editing({ params, onClose }: { params: string; onClose: () => void }) {
  const { data, isSuccess } = useRead(getRichText, { params })
  if (!isSuccess) return null
  const own = OWN_TEXTS[params as keyof typeof OWN_TEXTS]
  return (
    <ActionForm
      of={saveRichText}
      size={720}
      layout={['title', 'content']}
      input={{ params, ...(data ? { version: data.version } : {}) }}
      initial={{ title: data?.title ?? (own ? t(own) : null), content: data?.content ?? null }}
      done={t('已保存')}
      onClose={onClose}
    />
  )
}
