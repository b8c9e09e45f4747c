"""First names that are rarely family names: they show which end of a name is the first name.

Names that are often both (Martin, Denis, Robert, Scott, George) are left out, as they prove nothing. The list
need not be complete: one name in ten is enough to read a column.
"""

_NAMES = """
achille adelard adele adrien adrienne agathe agnes aime aimee alain alcide aldege alexandra alfreda alice
aline alphonse alphonsine amanda amedee amelie ana andre andrea andree angele angelina angeline anita ann
anna anne annette annie anouk antoinette antonio armand armande armelle arthur astrid aurele aurore barbara
beatrice bernadette berthe betty blandine brenda brian brigitte bruno camille carla carlos carmelle carmen
carol carole caroline catherine cecile cecilia celine chantal charlotte christian christiane christine
christopher cindy claire clara claude claudette claudia claudine clemence cleophas colette conrad corinne
cynthia cyrille damien daniel daniele danielle danny deborah debra denise diana diane didier dolores
dominique donald donatien donna dora doris dorothy edgar edgard edith edmond edna edouard eileen elaine
eleanor eliane elisabeth elise elizabeth ella ellen elodie elsa elzear emile emilie emilien emilienne emma
eric ernestine ethel eugenie eva evangeline eveline evelyn evelyne fabienne ferdinand fernand fernande
fleurette florent florian florida francine francoise fred frederic frederick gabrielle gaetan gaetane gaston
genevieve georgette georgina gerald geraldine gerard germaine gertrude ghislain ghislaine gilberte gilles
gina ginette gisele gloria gregoire greta guillaume gustave guy guylaine gwendoline hector helen helena
helene henri henriette hermine herve hilda hildege huguette ida igor ines irene irma isabel isabelle
jacinthe jacky jacqueline jacques jane janet janine jason jean jeanne jeannette jeannine jennifer jeremie
jessica joan joane joanne jocelyn jocelyne joe johanne john jose josee josephine josette joyce juan juanita
judith judy julie julienne juliette justine karen karine kathleen kevin laura lauretta laurette lauriane
laurie lea leah leo leon leona leonidas leonie leopold liette liliane lily lina linda lionel lisa lise
lisette lorraine louise luc lucette lucie lucien lucienne lucille ludger lyne lynn lynne madeleine magali
magella manon marc marcel marcelle marcelline margaret margot marguerite maria marianne marie mariette
marilyn mario marjolaine marlene marthe mary maryse mathilde maude maureen maurice melanie michael michel
michele micheline michelle mildred mireille monica monique muriel murielle mylene myriam nadia nancy
nathalie nicole nina noella noemie nora norma normand normande odette olga ovila pamela pascale patricia
paula paule paulette pauline philias philippe philomene pierre pierrette rachel raoul raymonde raynald real
regine rejane rejean rejeanne rene renee rita robertine rodolphe roger rolande rollande romeo rosaire
rosalie rose roseanne rosemarie rosette ruth sabine sandra sarah sebastien serge sharon shirley simone
simonne sofia solange sonia sophie stella stephane stephanie steven susan suzanne suzette suzie sylvain
sylvianne sylvie sylvio tania telesphore teresa thelma theresa therese thomasine timothy tina tommy ulric
ursule valerie vera veronique violette virginie vivian viviane wilfrid wilhelmine william wilma xavier
yolande yvan yves yvette yvon yvonne zacharie zelia zita zoe
"""
FIRST_NAMES = frozenset(_NAMES.split())
