/** Offers that come unasked, by theme: what says it plainly weighs 5, what only leans that way 2 or 3. Texts are folded. */
export const themes: { name: string; weight: number; pattern: RegExp }[] = [
  // search engines, links and traffic
  {
    name: 'search ranking',
    weight: 5,
    pattern:
      /\bseo (?:expert|service|agenc|compan|error|proposal|audit|package)|\b(?:white hat|on-?page|off-?page) seo\b|\b(?:first|top) page (?:of|on|in) google|google(?:'s)? first page|(?:rank|ranking|rankings|position|positions)\b.{0,50}\b(?:google|search engines?|serp|keywords?)\b|(?:google|search) rankings?\b|#1 (?:ranking|on google)/u,
  },
  {
    name: 'links for sale',
    weight: 5,
    pattern:
      /\bback-?links?\b|\bdo-?follow\b|\bguest[- ]?post|\blink (?:building|insertion|placement)|\bsponsored (?:post|article)|\bpbn\b/u,
  },
  {
    name: 'traffic for sale',
    weight: 5,
    pattern:
      /\b(?:more|real|targeted|boost|buy|increase)\b.{0,30}\b(?:traffic|visitors|visits)\b.{0,60}(?:\$|€|£|http|order|today)|\b(?:followers|likes|subscribers)\b.{0,40}\b(?:instagram|youtube|facebook|tiktok|views)\b|\b(?:instagram|youtube|facebook|tiktok)\b.{0,40}\b(?:followers|likes|subscribers)\b|\bsmm panel\b/u,
  },
  {
    name: 'reviews for sale',
    weight: 5,
    pattern:
      /\b(?:buy|boost|5 star|five star|positive|real)\b.{0,40}\b(?:google|trustpilot)\b.{0,25}\breviews\b|\breviews for \$/u,
  },
  {
    name: 'form advertising',
    weight: 6,
    pattern:
      /\b(?:contact form|contact page|website owner)s?\b.{0,80}\b(?:advertis|marketing|blast|reach|ad text|ads?\b|message)|\breach(?:ed)? .{0,50}\b(?:contact forms?|contact pages?)\b/u,
  },
  {
    name: 'your visitors leave',
    weight: 5,
    pattern:
      /\bvisitors\b.{0,60}\b(?:leave|leaving)\b|\b(?:turn|convert)s?\b.{0,30}\b(?:visitors|them|traffic)\b.{0,15}\b(?:into|to) (?:leads|buyers|customers|clients)/u,
  },
  // services nobody asked for
  {
    name: 'agency offer',
    weight: 5,
    pattern:
      /\b(?:we|i) (?:offer|provide|build|make|produce|create|do|can (?:make|create|build|design))\b.{0,80}\b(?:web(?:site)? (?:re)?design|mobile apps?|wordpress|shopify|digital marketing|logo|explainer|animated|whiteboard|wikipedia|outsourcing|android|ios)\b|\b(?:whiteboard|explainer|animated) videos?\b.{0,80}(?:\$|convert|sample)|\bhire (?:dedicated|our|remote)\b.{0,30}\bdevelopers?\b|\b(?:business development executive|graphic designer|web developer)\b.{0,60}\b(?:company|india|i can|we offer|portfolio)/u,
  },
  {
    name: 'agency manners',
    weight: 3,
    pattern:
      /\bgreetings of the day\b|\bkindly (?:revert|let me know if you are interested|share your (?:phone|number))|\b(?:send|share|check)\b.{0,20}\b(?:you )?(?:our|my) (?:portfolio|company profile|price ?list|catalogu?e)|\bhope you are doing well\b|\b(?:lowest|affordable|cheap|competitive|factory|best) (?:price|rate|cost)s?\b/u,
  },
  {
    name: 'found your site',
    weight: 1,
    pattern:
      /\b(?:came across|just found|was (?:looking|browsing)|visited|looked) (?:at |on |through )?your (?:web ?)?site\b|\byour (?:web ?)?site\b.{0,40}\b(?:great potential|errors?|not ranking)\b|\berrors? on your (?:web ?)?site\b/u,
  },
  {
    name: 'free report',
    weight: 3,
    pattern:
      /\bfree (?:audit|proposal|report|analysis)\b|\bno obligation\b|\b(?:send|share)\b.{0,25}\b(?:report|proposal)\b.{0,40}\b(?:quote|free|proposal|no obligation)?/u,
  },
  {
    name: 'leads for sale',
    weight: 5,
    pattern:
      /\b(?:qualified|exclusive|more|generate|pay per|per) (?:qualified )?(?:leads?|sales appointments?)\b|\b(?:sales )?(?:appointments|meetings|leads) (?:per|a|each) (?:month|week)\b|\b(?:email|contact|business) (?:lists?|contacts|database)\b.{0,60}\b(?:decision makers?|verified|opt-?in|counts|industry|sample)|\bdecision makers?\b.{0,60}\b(?:emails?|industry|contacts|titles?)\b|\bdoubled? (?:the|your|their) pipeline\b/u,
  },
  {
    name: 'sales talk',
    weight: 2,
    pattern:
      /\b(?:just )?reply (?:with )?["“']?(?:yes|interested|stop)\b|\b(?:only )?pay (?:only )?(?:when|for|per) (?:it works|results?|lead)|\b(?:worth|quick|book)\b.{0,12}\b(?:10|15|ten)[- ]min(?:ute)?s? (?:chat|call)|\bcompanies like yours\b|\bbusinesses like yours\b|\bcase study\b|\bare you (?:open to|looking for|interested in)\b/u,
  },
  {
    name: 'opt out',
    weight: 3,
    pattern:
      /\bopt[- ]?out (?:form|at|here|link)|\b(?:don't|do not) want (?:to hear from us|messages like this)|\bto unsubscribe,? click|\blike to unsubscribe\b/u,
  },
  {
    name: 'press for sale',
    weight: 5,
    pattern:
      /\b(?:featured|published|placement) (?:on|in)\b.{0,30}\b(?:forbes|yahoo|news sites|business insider)\b|\bguaranteed (?:placement|publication)|\bapproval guarantee\b/u,
  },
  {
    name: 'factory',
    weight: 5,
    pattern:
      /\b(?:leading|professional|manufacturer|factory)\b.{0,50}\b(?:manufacturer|factory|supplier)\b.{0,140}\b(?:china|price|quality|catalogu?e)\b|\bfactory price\b|\bhope to cooperate\b/u,
  },
  {
    name: 'domain scare',
    weight: 5,
    pattern:
      /\b(?:domain|listing|trademark|registration)\b.{0,60}\b(?:expires? today|about to expire|final notice|failure to (?:renew|complete))|\bfailure to (?:renew|complete)\b|\bregister your (?:company|brand) name\b|\b(?:approve|accept) (?:their|his) (?:application|registration)\b/u,
  },
  // money
  {
    name: 'loan',
    weight: 5,
    pattern:
      /\b(?:loans?|funding|working capital|credit|debt consolidation|financ\w+)\b.{0,160}(?:\binterest\b|no collateral|no credit check|bad credit|pre-?approved|up-?front fee|apply now|approved within)|\b(?:pre-?approved|bad credit|no collateral|no credit check)\b.{0,120}\b(?:loan|funding|capital|account|offer)\b|\b(?:urgent|personal|business) loans?\b.{0,40}(?:%|offer|give)|\b(?:kredit|privatkredit)\b.{0,60}(?:schufa|zins|garantiert)|\bohne schufa\b|\bpr[eê]ts? (?:entre particuliers|d'argent|rapide)|\boffre (?:de|des) pr[eê]ts?\b|\bpr[eê]ts? (?:entre|de) [\d.]+ (?:et|à)/u,
  },
  {
    name: 'fast money',
    weight: 5,
    pattern:
      /\b(?:earn|make|turn|mak\w*|profit)\b.{0,40}[$€£] ?[\d,.]+.{0,40}\b(?:per|a|daily|weekly|profit|into|in (?:just )?(?:one|a|\d+) (?:day|week)|day|week)\b|\bguaranteed (?:profit|returns?|income)|\bdouble your (?:money|investment|bitcoin)|\bwork from home\b.{0,60}\b(?:earn|\$|experience)|\b(?:earn|make) money (?:online|fast|from home)|\bcash now\b|\bloans fast\b/u,
  },
  {
    name: 'crypto',
    weight: 4,
    pattern:
      /\b(?:bitcoin|btc|crypto|usdt|nft|tokens?)\b.{0,80}\b(?:profit|trading bot|invest\w*|mining|airdrop|presale|claim|wallet|earn|free)|\b(?:airdrop|presale|connect your wallet|claim your free)\b/u,
  },
  {
    name: 'trading',
    weight: 5,
    pattern:
      /\b(?:forex|binary options?)\b.{0,80}\b(?:signals?|account manager|vip|profit|win rate|telegram|invest)|\bwin rate\b|\bminimum deposit\b/u,
  },
  {
    name: 'inheritance',
    weight: 6,
    pattern:
      /\b(?:beneficiary|late (?:husband|client|father)|next of kin|widow|god[- ]fearing|inheritance)\b.{0,200}(?:million|[$€£] ?[\d,]{6,}|usd|funds?|fortune|transfer)/u,
  },
  {
    name: 'prize',
    weight: 5,
    pattern:
      /\b(?:you have won|you've won|lucky winner|claim your (?:prize|reward)|lottery (?:winner|numbers|award|prize)|today's winner|winner of (?:a|an|our|the)|(?:number|e-?mail(?: address)?) was (?:picked|selected|drawn))\b/u,
  },
  {
    name: 'blackmail',
    weight: 8,
    pattern: /\b(?:hacked|recorded you|extracted your|your camera)\b.{0,200}\b(?:bitcoin|btc|wallet|leak|contacts)\b/u,
  },
  // goods
  {
    name: 'pills',
    weight: 5,
    pattern:
      /\b(?:viagra|cialis|levitra|tramadol|xanax|ambien|keto gumm\w+)\b|\b(?:no|without(?: a)?) (?:prescription|rx)\b|\blose \d+ (?:pounds|kg|lbs)\b|\bweird trick\b|\bspell caster\b|\bcured? (?:of|my) (?:herpes|hiv|cancer)\b|\bherbal (?:medicine|cure)\b/u,
  },
  {
    name: 'replicas',
    weight: 5,
    pattern:
      /\breplicas?\b|\b(?:rolex|gucci|prada|louis vuitton|ray-?ban|omega)\b.{0,60}\b(?:off|outlet|cheap|sale|watches|handbags)\b|\bcheap watches\b|\bfree (?:worldwide )?shi[pr]+ing\b/u,
  },
  {
    name: 'gambling',
    weight: 5,
    pattern:
      /\b(?:online casinos?|casino (?:bonus|slots?|games)|free spins|sports betting|slot gacor|judi|poker online|situs|jackpot|betting tips)\b/u,
  },
  {
    name: 'adult',
    weight: 5,
    pattern:
      /\b(?:nude|sexy|porn|escort|webcam girls?|private photos|hot (?:girls|women)|adult (?:dating|websites))\b|\b(?:wanna chat|alone tonight)\b|интим|знакомств|девушки ждут|для взрослых/u,
  },
  {
    name: 'essays',
    weight: 5,
    pattern:
      /\b(?:essay|dissertation|term papers?|thesis)s?\b.{0,40}\b(?:writing|service|cheap|help|online|buy)\b|\b(?:buy|cheap|order) (?:essays?|term papers?|dissertations?)/u,
  },
  {
    name: 'insurance',
    weight: 4,
    pattern:
      /\b(?:car insurance|medicare|auto insurance|life insurance)\b.{0,60}\b(?:save|quote|plans?|click)|\bsave up to \d+ ?%/u,
  },
  {
    name: 'offers in Russian',
    weight: 5,
    pattern:
      /продвижени[ея]\b.{0,60}(?:сайт|топ)|продвижение|раскрутк|прогон по|рост позиций|размещени[ея] .{0,40}(?:форум|каталог)|ссылки с форумов|заработ(?:ок|ай)|казино/u,
  },
  { name: 'offers in Chinese', weight: 5, pattern: /发票|刷单|兼职|日赚|博彩|赌场|贷款|加(?:微信|qq)/u },
  // pressure
  {
    name: 'hurry',
    weight: 3,
    pattern:
      /\b(?:limited time|act (?:now|immediately|fast)|order now|buy now|don't miss out|today only|before midnight|hurry|expires today|final (?:notice|reminder)|ends tonight|special discount)\b/u,
  },
  {
    name: 'click here',
    weight: 2,
    pattern:
      /\bclick here\b|\b(?:register|join|apply|sign up|order|pay|start|try it|renew) (?:now|today)\b|\bget a free quote\b|\bstart your free\b/u,
  },
  {
    name: 'price bait',
    weight: 2,
    pattern:
      /\b(?:only|just|from|for|price starts at|starts? (?:at|from)) [$€£] ?\d|[$€£] ?\d+(?:\.\d+)? only\b|\b\d{2} ?% (?:off|discount)\b|\bfree trial\b|\brisk free\b|\b100 ?% satisfaction/u,
  },
  {
    name: 'another channel',
    weight: 2,
    pattern:
      /\bt\.me\/|\btelegram @|\b(?:contact|message|kontaktieren|contactez|pisz|пишите|him|me|us|manager|via|per|on|sur|through)\b.{0,20}\b(?:whatsapp|telegram|skype|телеграм)\b|\bskype: ?live|телеграм @|telegram: ?@/u,
  },
  {
    name: 'addressed to nobody',
    weight: 1,
    pattern: /^(?:dear (?:sir|webmaster|manager|beneficiary|lucky|owner|friend)|greetings\b|hello dear|hi there!)/u,
  },
  // the same trades, said more widely
  {
    name: 'search clicks',
    weight: 4,
    pattern:
      /\bseo (?:issues|problems|score|report|services?)|\borganic (?:search|traffic|clicks|growth)|\b(?:top|first page|higher) (?:of|in|on) (?:google|search|bing)\b/u,
  },
  {
    name: 'visits for sale',
    weight: 4,
    pattern:
      /\b\d[\d,.]* (?:human |real |targeted |unique )*(?:visits|visitors|hits)\b|\bdeserves? more (?:visitors|traffic|customers)|\b(?:visitors|people)\b.{0,40}\bwithout (?:saying|contacting|buying|leaving)/u,
  },
  {
    name: 'redesign',
    weight: 5,
    pattern: /\b(?:re-?design|rebuild|modernise|modernize) your\b.{0,20}\b(?:site|website|page|logo|brand)/u,
  },
  {
    name: 'staff for hire',
    weight: 4,
    pattern:
      /\bdevelopers? (?:at|for|from) [$€£]|\boutsourcing (?:needs|services|partner|company)|\boffshore\b.{0,30}\b(?:team|developers?|company)|[$€£] ?\d+ ?(?:per|an|\/) ?h(?:ou)?r\b/u,
  },
  {
    name: 'lists of people',
    weight: 4,
    pattern:
      /\battendees? (?:list|data)|\b(?:contacts|leads|list|database)\b.{0,25}\b(?:with|incl\w*|of)\b.{0,25}\b(?:e-?mails?|phone)|\b(?:buy|acquire|purchase)\b.{0,30}\b(?:list|database|contacts)\b/u,
  },
  {
    name: 'meetings for sale',
    weight: 4,
    pattern:
      /\b(?:booked|booking|qualified|book) (?:you )?(?:meetings|calls|appointments|demos)\b|\b(?:meetings|calls|appointments|buyers)\b.{0,60}\b(?:every month|or you don't pay|on autopilot|no retainer)/u,
  },
  {
    name: 'maker abroad',
    weight: 4,
    pattern:
      /\bwe (?:manufacture|produce|export|supply)\b.{0,120}\b(?:price|catalogu?e|export|countries|samples?)\b|\b(?:our|very) (?:price|quality)s? (?:is|are)\b.{0,20}\b(?:competitive|good|best|low)/u,
  },
  {
    name: 'loan abroad',
    weight: 5,
    pattern:
      /\b(?:kredite?n?|darlehen|préstamos?|prestamos?|prêts?|prestit[oi]|empréstimos?|pożyczk\w*|loans?)\b.{0,90}(?:%|whatsapp|bonität|sin garantía|senza garanzie|sans garantie|unsecured|no paperwork|low interest)|\bunsecured\b.{0,20}\bloans?\b|\bcash flow\b.{0,40}\bget up to\b|кредит.{0,60}без справок/u,
  },
  {
    name: 'riches',
    weight: 4,
    pattern:
      /\b(?:monthly|daily|weekly) (?:return|profit|income)s?\b|\bcopy (?:our|my)\b.{0,20}\btrades?\b|\b(?:earn|made|make)\b.{0,20}~?[$€£] ?\d[\d,.]*.{0,40}\b(?:daily|days?|week|trading|bitcoin)|\bpaid in (?:usdt|crypto|btc)\b|\bpart[- ]time job\b.{0,40}\bearn/u,
  },
  {
    name: 'trusted stranger',
    weight: 5,
    pattern:
      /\bnext of kin\b|\b(?:receive|transfer|move|release)\b.{0,20}\b(?:the )?(?:funds?|fortune|consignment)\b.{0,60}(?:\d+ ?%|\bsecret|\bconfidential|\btrust)|\b(?:trusted|honest|reliable) person\b/u,
  },
  {
    name: 'threat',
    weight: 6,
    pattern:
      /\b(?:vulnerab\w+|hacked|copy of your|breached|stolen)\b.{0,120}\b(?:btc|bitcoin|wallet|monero|will be (?:sold|leaked|published))/u,
  },
  { name: 'stars', weight: 5, pattern: /\b(?:5|five)[- ]stars?\b.{0,20}\breviews?\b|\bpermanent reviews\b/u },
  {
    name: 'award for sale',
    weight: 5,
    pattern:
      /\b(?:shortlisted|selected|nominated|featured?)\b.{0,120}\b(?:costs? only|fee|only [$€£])|\bmost (?:innovative|influential|trusted) (?:ceo|compan|business|leader)/u,
  },
  {
    name: 'brand abroad',
    weight: 5,
    pattern: /\bdomain registrar\b|\b(?:register|registration of)\b.{0,15}\byour (?:brand|company|trade ?mark)/u,
  },
  {
    name: 'meet tonight',
    weight: 5,
    pattern:
      /\b(?:lonely|single|horny|hot) (?:women|girls|ladies|wives)\b|\bno strings attached\b|\bmeet (?:you )?tonight\b/u,
  },
  { name: 'written for you', weight: 5, pattern: /\bwrite your (?:essays?|thesis|homework|papers?)/u },
  {
    name: 'wallet',
    weight: 4,
    pattern: /\bconnect (?:your )?wallet\b|\bfree mint\b|\b(?:seed phrase|whitelist spot)\b/u,
  },
  {
    name: 'sale',
    weight: 3,
    pattern:
      /\beverything must go\b|\blast chance\b|\bup to \d+ ?% off\b|\b(?:doctors|experts) (?:amazed|hate)\b|\b(?:cbd|gummies|joint pain|slim|weight loss)\b/u,
  },
  {
    name: 'stranger offers',
    weight: 2,
    pattern:
      /\bwe (?:offer|provide|deliver|sell|produce|fixed|helped|are a leading)\b|\bour (?:team|experts|company|agency) (?:can|could|will|offers?|provides?|delivers?|writes?)\b/u,
  },
  {
    name: 'stranger asks leave',
    weight: 2,
    pattern:
      /\b(?:would you like|may i|can i|shall i|can we|i can|i will|i'd love to) (?:to )?(?:send|share|receive|acquire|see|show)?\b.{0,30}\b(?:report|catalogu?e|samples?|past work|pricing|price list|packages|portfolio|details)|\bopen to hearing\b|\bwould a (?:short|quick) call\b/u,
  },
  {
    name: 'more offers in Russian',
    weight: 5,
    pattern:
      /больше клиентов|сайт\S* в топ|топ выдачи|настроим рекламу|гарантия.{0,20}пишите|пишите в (?:whatsapp|телеграм|telegram|вотсап|личку)/u,
  },
  {
    name: 'more offers in Chinese',
    weight: 5,
    pattern: /赚钱|收入过|添加(?:微信|qq)|微信.{0,12}(?:详情|咨询)|代开|优惠价/u,
  },
  {
    name: 'more gambling',
    weight: 5,
    pattern: /\b(?:togel|casino bonus|crazy slots|free bet|bonus member|slot (?:mudah|online))\b/u,
  },
];
