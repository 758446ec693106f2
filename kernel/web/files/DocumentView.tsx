import { useQuery } from '@tanstack/react-query'
import { Bars } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { RichText } from '#web/rich/RichText.tsx'
import style from './files.module.css'

/** Preview of a Word document: text, tables and pictures. */
export function DocumentView({ link }: { link: string }) {
  const { data, error } = useQuery({
    queryKey: ['fileDocument', link],
    queryFn: async ({ signal }) => {
      const [{ documentHtml }, answer] = await Promise.all([import('./docx.ts'), fetch(link, { signal })])
      if (!answer.ok) throw new Error(String(answer.status))
      return documentHtml({ arrayBuffer: await answer.arrayBuffer() })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { inPlace: true },
  })
  if (error) return <p className="ql-quiet">{t('这个文件无法预览，请下载后查看')}</p>
  if (data === undefined) return <Bars lines={8} />
  return (
    <div className={style.document}>
      <p className="ql-help">{t('只显示文字、表格和图片，版面以下载的文件为准')}</p>
      <RichText html={data} />
    </div>
  )
}
