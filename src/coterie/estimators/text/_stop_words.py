"""English words that hold sentences together and say little about their subject.

The forms are those that remain of a text after cleaning: with the apostrophe deleted ("dont"), and
the pieces that are left when it separates ("don", "t"). Contractions whose closed form is a word of
its own ("he'll", "I'll", "we'd") stand here in pieces only.
"""

from __future__ import annotations

ARTICLES_AND_PRONOUNS = """
a an the this that these those i me my mine myself we us our ours ourselves you your yours yourself
yourselves he him his himself she her hers herself it its itself they them their theirs themselves
who whom whose which what whoever whatever whichever one ones oneself someone somebody something
anyone anybody anything everyone everybody everything nobody nothing none each other others another
such same own either neither both
"""

VERBS_THAT_HELP = """
am is are was were be been being have has had having do does did done doing will would shall should
can could may might must ought cannot let get gets got getting go goes going gone went make makes
made making say says said seem seems seemed become becomes became come comes came take takes took
taken put give given use used using
"""

LINKS_AND_PREPOSITIONS = """
and or but nor so yet for if unless until till while whereas although though because since as than
whether about above across after against along among amongst around at before behind below beneath
beside besides between beyond by despite down during except from in inside into like near of off on
onto out outside over past per through throughout to toward towards under up upon via with within
without
"""

SMALL_ADVERBS = """
not no yes all any some many much more most less least few several enough too very quite rather
almost also even ever never always often sometimes usually again already still just only once here
there where when why how then now thus hence therefore however otherwise else instead perhaps maybe
indeed really well away back together apart further moreover furthermore meanwhile nevertheless
somewhere anywhere everywhere nowhere whenever wherever somehow anyhow anyway
"""

CLOSED_CONTRACTIONS = """
im ive youre youve youll youd hes shes weve theyre theyve theyll theyd thats thatll theres theyd
whats wheres whos heres lets isnt arent wasnt werent dont doesnt didnt havent hasnt hadnt wont
wouldnt shant shouldnt cant couldnt mightnt mustnt neednt aint itll itd
"""

PIECES_OF_CONTRACTIONS = """
s t d m ll re ve isn aren wasn weren don doesn didn haven hasn hadn wouldn shan shouldn couldn
mightn mustn needn ain
"""

ENGLISH: frozenset[str] = frozenset(
    " ".join(
        (
            ARTICLES_AND_PRONOUNS,
            VERBS_THAT_HELP,
            LINKS_AND_PREPOSITIONS,
            SMALL_ADVERBS,
            CLOSED_CONTRACTIONS,
            PIECES_OF_CONTRACTIONS,
        )
    ).split()
)
